// Tools of an extension, as tools of ours: listed, guarded, checked and told of like them.
// In: tools that were checked. Out: tools with the types of their arguments.

import { z } from "@hono/zod-openapi";
import { type Parameters, parameter, type Tool, tool } from "../mcp/tool.js";
import { type LeafSchema, leaf } from "../wire/scalars.js";
import { shown } from "./http.js";
import type { ExtensionTool } from "./interfaces.js";

export function toolOf({ name, title, description, access, effect, parameters, required = [], handle }: ExtensionTool): Tool {
  return tool({
    name,
    title: title ?? name,
    description,
    access,
    operation: name,
    effect: effect ?? (access === "read" ? "reads" : "changes"),
    parameters: typed(parameters, required),
    handle: ({ args, engine, caller, bankId, signal }) => handle({ args, engine, caller: shown(caller), bankId, signal }),
  });
}

type JsonSchema = Exclude<globalThis.Parameters<typeof z.fromJSONSchema>[0], boolean>;

/** Throws where a schema is none. */
function typed(parameters: ExtensionTool["parameters"], required: readonly string[]): Parameters {
  const made = Object.entries(parameters).map(([name, { description, ...schema }]) => {
    const type = z.fromJSONSchema(schema as JsonSchema);
    const read = leaf<unknown>(schema as LeafSchema, (value, fail) => {
      const result = type.safeParse(value);
      return result.success ? result.data : fail("argument_type", result.error.issues[0]?.message ?? "is not as the schema has it");
    });
    const about = typeof description === "string" ? description : name;
    return [name, parameter(required.includes(name) ? read : read.optional(), about)] as const;
  });
  return Object.fromEntries(made);
}
