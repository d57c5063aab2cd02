// Opening extensions: the modules that add routes and tools, loaded, checked and started.
// In: settings and the environment. Out: their routes and tools, and an end; `configuration_invalid` for a module that cannot be used.

import { type Environment, HindsightError, loadExtension, type Settings, type Tenants } from "@hindsight-memory/engine";
import { ACCESS } from "../access/caller.js";
import type { HttpLog } from "../http/types.js";
import type { Tool } from "../mcp/tool.js";
import { TOOLS } from "../mcp/tools/index.js";
import type { ExtensionRoute, HttpExtension, McpExtension } from "./interfaces.js";
import { toolOf } from "./mcp.js";

export interface Extensions {
  readonly routes: readonly ExtensionRoute[];
  readonly tools: readonly Tool[];
  close(): Promise<void>;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

export async function openExtensions(
  { httpExtension, mcpExtension }: Pick<Settings, "httpExtension" | "mcpExtension">,
  env: Environment,
  parts: { readonly tenants: Tenants; readonly log: HttpLog },
): Promise<Extensions> {
  const http =
    httpExtension === "" ? null : await loadExtension<HttpExtension>({ prefix: "HTTP", reference: httpExtension, needs: [] }, env, parts);
  const mcp =
    mcpExtension === "" ? null : await loadExtension<McpExtension>({ prefix: "MCP", reference: mcpExtension, needs: [] }, env, parts);
  const routes = http === null ? [] : checked("HTTP", httpExtension, http.routes, checkRoute);
  const tools = mcp === null ? [] : checked("MCP", mcpExtension, mcp.tools, checkTool).map(toolOf);
  await http?.start?.();
  await mcp?.start?.();
  return {
    routes,
    tools,
    async close() {
      await mcp?.stop?.();
      await http?.stop?.();
    },
  };
}

/** Each of a list must pass and be there once. `check` returns its name, or throws what is wrong with it. */
function checked<T>(prefix: string, reference: string, given: readonly T[] | undefined, check: (one: T) => string): readonly T[] {
  const refuse = (why: string): never => {
    throw new HindsightError(
      "configuration_invalid",
      `HINDSIGHT_API_${prefix}_EXTENSION is "${reference}", and ${why} (docs/extensions.md).`,
    );
  };
  if (!Array.isArray(given)) return refuse(`what it makes has no list of ${prefix === "HTTP" ? "routes" : "tools"}`);
  const names = new Set<string>();
  for (const one of given as readonly T[]) {
    try {
      const name = check(one);
      if (names.has(name)) refuse(`${name} is in it twice`);
      names.add(name);
    } catch (error) {
      if (error instanceof HindsightError) throw error;
      refuse(error instanceof Error ? error.message : String(error));
    }
  }
  return given as readonly T[];
}

function checkRoute({ method, path, access, operation, handle }: ExtensionRoute): string {
  const name = `${method} ${path}`;
  if (!METHODS.has(method)) throw new Error(`the route ${name} has a method that is none of ${[...METHODS].join(", ")}`);
  if (!/^(?:\/(?:[\w.~-]+|\{\w+\}))+$/.test(path)) throw new Error(`the path of ${name} is not made of /words and /{parameters}`);
  requireGuarded(name, access, handle);
  if (typeof operation !== "string" || operation === "") throw new Error(`the route ${name} does not say which operation it is`);
  return name;
}

function checkTool(given: Parameters<typeof toolOf>[0]): string {
  const { name, description, access, handle, parameters } = given;
  if (!/^[\w-]{1,64}$/.test(String(name))) throw new Error(`the name of the tool ${name} is not of 1 to 64 letters, digits, _ and -`);
  if (TOOLS.some((tool) => tool.name === name)) throw new Error(`there is a tool ${name} already`);
  if (typeof description !== "string" || typeof parameters !== "object")
    throw new Error(`the tool ${name} lacks description or parameters`);
  requireGuarded(name, access, handle);
  toolOf(given);
  return name;
}

/** Without an access of its own, it would be open to anyone who is let in. */
function requireGuarded(name: string, access: string, handle: unknown): void {
  if (!(ACCESS as readonly string[]).includes(access)) throw new Error(`${name} does not say which access it needs (${ACCESS.join(", ")})`);
  if (typeof handle !== "function") throw new Error(`${name} has no function handle`);
}
