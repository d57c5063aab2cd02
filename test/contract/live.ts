// Real replies held against the contract: each has all of its fields, with values of their types, and no others.
// In: the contract's specification, a server. Out: calls by an operation's template, which fail where the reply is another; what was called.

import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { sharedFile } from "../support/contract.js";
import type { Reply, TestServer } from "../support/server.js";
import { ADDITIONS, OPERATIONS_NOT_YET } from "./not-yet.js";
import { type Fields, type Json, type JsonObject, type OperationShape, operations } from "./shapes.js";

const file = sharedFile("contract/openapi.json");
/** False where the contract is not on this machine. */
export const HAS_CONTRACT = file !== null;
export const B = "/v1/default/banks/{bank_id}";

/** The four files that call all operations between them; the first that fits has one. */
const PARTS = {
  transfer: /\/(?:import|export|clone|transfer|document-transfer|bank-template-schema|graph|memories-timeseries|audit-logs|download)\b/,
  learning:
    /\/(?:mental-models|knowledge-base|directives|banks\/\{bank_id\}\/observations|consolidat\w*(?:-strategies)?|prompts|reflect)\b/,
  memories: /\/(?:memories|documents|operations|files|chunks|entities|tags|attachments)\b/,
  banks: /^/,
};
export type Part = keyof typeof PARTS;

function partOf(operation: string): Part {
  if (operation.includes("/knowledge-base/")) return "learning";
  return (Object.keys(PARTS) as Part[]).find((name) => PARTS[name].test(operation)) as Part;
}

export interface LiveCalls {
  readonly contract: ReadonlyMap<string, OperationShape>;
  /** Operations of a part that were not called, and that the server is to have. */
  leftOut(part: Part): readonly string[];
  /** Calls an operation of the contract by its template, and holds the reply against it. */
  live(operation: string, path: string, body?: unknown): Promise<Reply>;
  held(operation: string, reply: Reply): Reply;
}

export function liveCalls(server: () => TestServer): LiveCalls {
  const contract = operations(JSON.parse(file === null ? "{}" : readFileSync(file, "utf8")) as JsonObject);
  const called = new Set<string>();
  function held(operation: string, reply: Reply): Reply {
    called.add(operation);
    const fields = contract.get(operation)?.replies.get(String(reply.status));
    expect(fields, `${operation} answered ${reply.status}: ${reply.text}`).toBeDefined();
    const added = ADDITIONS.filter((each) => each.startsWith(`${operation} ${reply.status} `)).map(
      (each) => each.split(" ").at(-1) as string,
    );
    expect(unlike(fields as Fields, reply.body as Json, added), `${operation}: ${reply.text}`).toEqual([]);
    return reply;
  }
  return {
    contract,
    leftOut: (part) =>
      [...contract.keys()].filter((name) => partOf(name) === part && !called.has(name) && !OPERATIONS_NOT_YET.includes(name)),
    held,
    live: async (operation, path, body) => held(operation, await server().call(operation.split(" ")[0] as string, path, body)),
  };
}

/** Where a reply differs from its fields: a field that is missing, one too many, a value of another type. */
export function unlike(fields: Fields, reply: Json, added: readonly string[]): readonly string[] {
  const found: string[] = [];
  const look = (value: Json, at: string): void => {
    if (Array.isArray(value)) {
      for (const each of value) look(each, `${at}[]`);
    } else if (typeof value === "object" && value !== null) {
      if ([...fields.keys()].some((name) => name.startsWith(`${at}{}.`))) {
        for (const each of Object.values(value)) look(each, `${at}{}`);
        return;
      }
      const prefix = at === "" ? "" : `${at}.`;
      const wanted = [...fields.keys()].filter((name) => name.startsWith(prefix) && /^\w+$/.test(name.slice(prefix.length)));
      if (wanted.length === 0) return; // open: anything
      for (const name of wanted) {
        const field = (value as JsonObject)[name.slice(prefix.length)];
        if (field === undefined) found.push(`${name} is missing`);
        else if (!isOf(fields.get(name)?.type ?? "any", field))
          found.push(`${name} is ${JSON.stringify(field)}, not ${fields.get(name)?.type}`);
        else look(field, name);
      }
      for (const name of Object.keys(value)) {
        if (!wanted.includes(`${prefix}${name}`) && !added.includes(`${prefix}${name}`))
          found.push(`${prefix}${name} is not in the contract`);
      }
    }
  };
  look(reply, "");
  return [...new Set(found)];
}

function isOf(type: string, value: Json): boolean {
  if (type.includes("any")) return true;
  if (value === null) return type.includes("null");
  if (Array.isArray(value)) return type.includes("[");
  const names: Readonly<Record<string, RegExp>> = { string: /string/, boolean: /boolean/, object: /object/, number: /number|integer/ };
  return names[typeof value]?.test(type) === true && (typeof value !== "number" || Number.isInteger(value) || type.includes("number"));
}
