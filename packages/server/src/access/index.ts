// access: who may do what.
// In: a request. Out: a caller on its context, and for each call a yes or the contract's refusal.

export { type AccessSettings, type Authenticate, authenticator, isClosed } from "./authenticate.js";
export { authorize, requireBank } from "./authorize.js";
export { type Access, type AccessRequest, type Caller, coversBank, fullCaller, hasAccess } from "./caller.js";
export { requireConfigFields } from "./config-fields.js";
export {
  AuthenticationError,
  type AuthRequest,
  type CompletedCall,
  type ExtensionContext,
  type Identity,
  type OperationValidator,
  type Refusal,
  type TenantExtension,
  type ValidatedCall,
  type WorkRefusal,
} from "./extensions.js";
export { requireBankOfReader } from "./may-make.js";
export { type Access as OpenedAccess, openAccess, plainAccess } from "./open-access.js";
export { accessOf, accessOfOperation, operationOf } from "./operations.js";
export { presented } from "./presented.js";
export { type Teller, teller } from "./teller.js";
export { type TenantApp, tenantApps } from "./tenant-apps.js";
