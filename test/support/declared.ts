// Every status that a test server answers must be one that its specification declares for that operation.
// In: a call's method, path and status. Out: nothing, or an error that names what is not declared.

import { isCatchAll } from "../../packages/server/src/http/mount.js";

interface Declared {
  readonly name: string;
  readonly path: RegExp;
  readonly statuses: ReadonlySet<string>;
}

export type StatusCheck = (method: string, path: string, status: number) => void;

/** Answers of the socket and of the router, which stand before any operation. */
const BEFORE_ROUTES: ReadonlySet<number> = new Set([405, 431]);

/** `specification` is the served document, parsed. */
export function statusCheck(specification: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
}): StatusCheck {
  const byMethod = new Map<string, Declared[]>();
  for (const [template, methods] of Object.entries(specification.paths)) {
    const pattern = template.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, (field) => (isCatchAll(field) ? ".+" : "[^/]+"));
    for (const [method, { responses }] of Object.entries(methods)) {
      const each = {
        name: `${method.toUpperCase()} ${template}`,
        path: new RegExp(`^${pattern}$`),
        statuses: new Set(Object.keys(responses)),
      };
      byMethod.set(method, [...(byMethod.get(method) ?? []), each]);
    }
  }
  return (method, path, status) => {
    if (BEFORE_ROUTES.has(status)) return;
    const target = path.split("?")[0] ?? "";
    const found = (byMethod.get(method.toLowerCase()) ?? []).filter((each) => each.path.test(target));
    // A path that two templates fit does not say whose answer it was.
    if (found.length !== 1 || found[0]?.statuses.has(String(status))) return;
    throw new Error(`${found[0]?.name} answered ${status}, which its specification does not declare.`);
  };
}
