// banks: opening banks.
// In: a tenant and a name. Out: a BankScope, which alone leads to rows.
// Everything else about a bank is a resource (`resources/banks.ts`) or a deletion (`forget`).

export { type BankDirectory, bankDirectory, forgetNames } from "./directory.js";
export {
  bankNotFound,
  findBank,
  findBankByKey,
  openBank,
  openOrCreateBank,
  openOrCreateBankIn,
  requireBankId,
  type Seed,
  seedBanks,
} from "./open.js";
