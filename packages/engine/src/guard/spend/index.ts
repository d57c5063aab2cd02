// spend: what model calls may cost and what they did.
// In: an attempt before it is made, and its record after. Out: `spend_limit_reached` when a limit is used up; usage by the hour, metrics and the trace.
// Limits hold across processes and restarts: the sums and what is set aside for calls under way lie in the database.

export { observersByTenant, type TenantObservers } from "./by-tenant.js";
export { createCallObserver, type SpendObserver } from "./observer.js";
export { bankSpend } from "./read-spend.js";
