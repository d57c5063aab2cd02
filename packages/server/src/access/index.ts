// access: who may do what.
// In: a request. Out: a caller on its context, and for each call a yes or the contract's refusal.

export { authorize } from "./authorize.js";
export { type Access, type AccessRequest, type Caller, coversBank, fullCaller, hasAccess } from "./caller.js";
export { accessOf, accessOfOperation, operationOf } from "./operations.js";
