// banks: opening banks, and their settings.
// In: a tenant and a name, or a caller's updates. Out: a BankScope, which alone leads to rows; settings by the contract's names.
// Everything else about a bank is a resource (`resources/banks.ts`) or a deletion (`forget`).

export { bankDefaults, type ConfigChange, dispositionOf, readConfigUpdates, resolveBankSettings } from "./bank-config.js";
export { BANK_SETTINGS, type BankSettingName, type BankSettings } from "./bank-settings.js";
export { type BankDirectory, bankDirectory } from "./directory.js";
export { bankNotFound, findBank, findBankByKey, openBank, openOrCreateBank, requireBankId } from "./open.js";
