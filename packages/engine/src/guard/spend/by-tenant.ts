import type { TenantScope } from "../../domain/scope.js";
import type { CallObserver, CallOrigin } from "../../providers/llm/index.js";
import type { SpendObserver } from "./observer.js";

/** One observer for the models that all tenants share: each call goes to the observer of the tenant that it is made for. */
export interface TenantObservers extends CallObserver {
  /** Adds a tenant's observer; it is taken out again when it has closed. */
  add(tenant: TenantScope, observer: SpendObserver): SpendObserver;
}

/** Calls that are made for no bank (a check at the start) are the home tenant's. */
export function observersByTenant(home: TenantScope): TenantObservers {
  const observers = new Map<string, SpendObserver>();
  /** None for a tenant that has closed: what it spent is never put down to another. */
  const of = ({ bank }: CallOrigin): SpendObserver | undefined => observers.get(bank?.tenant ?? home.tenant);
  return {
    add({ tenant }, observer) {
      const own: SpendObserver = {
        ...observer,
        async close() {
          await observer.close();
          if (observers.get(tenant) === own) observers.delete(tenant);
        },
      };
      observers.set(tenant, own);
      return own;
    },
    before: async (origin, purpose, expected) => of(origin)?.before(origin, purpose, expected),
    after: (record) => of(record.origin)?.after(record),
  };
}
