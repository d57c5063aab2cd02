// Opening access: authentication as the settings have it, with the operator's modules loaded.
// In: settings, the environment, the engine. Out: who calls, what a caller may configure, and an end for the modules.

import { type Environment, type Hindsight, loadExtension, type Settings } from "@hindsight-memory/engine";
import { HindsightError, type HttpLog } from "../http/types.js";
import { type AccessSettings, type Authenticate, authenticator } from "./authenticate.js";
import type { ExtensionContext, OperationValidator, TenantExtension } from "./extensions.js";
import { hooks } from "./hooks.js";
import { type JwtSettings, tokenReader } from "./jwt.js";
import { callValidator, workWatcher } from "./validator.js";

export interface Access {
  readonly authenticate: Authenticate;
  close(): Promise<void>;
}

export type OpenAccessSettings = AccessSettings & JwtSettings & Pick<Settings, "operationValidator">;

/** Without modules: what an app that stands alone has. Throws `configuration_invalid` where the settings name one. */
export function plainAccess(settings: AccessSettings & JwtSettings, engine: Pick<Hindsight, "tenant" | "tenants">): Access {
  const { tenantMode } = settings;
  if (!["", "keys", "jwt"].includes(tenantMode)) {
    throw new HindsightError(
      "configuration_invalid",
      `The extension "${tenantMode}" is loaded by startServer; an app alone takes its \`access\` instead.`,
    );
  }
  const readToken = tenantMode === "jwt" ? tokenReader(settings) : null;
  return {
    authenticate: authenticator({ settings, tenants: engine.tenants, home: engine.tenant, extension: null, readToken, validator: null }),
    close: async () => undefined,
  };
}

/** Loads and starts the modules that the settings name. Throws `configuration_invalid`. */
export async function openAccess(
  settings: OpenAccessSettings,
  env: Environment,
  engine: Pick<Hindsight, "tenant" | "tenants" | "noteValidation" | "noteHook">,
  log: HttpLog,
): Promise<Access> {
  const { tenantMode, operationValidator } = settings;
  const context: Omit<ExtensionContext, "settings"> = { tenants: engine.tenants, log };
  const isModule = !["", "keys", "jwt"].includes(tenantMode);
  const extension = isModule
    ? await loadExtension<TenantExtension>({ prefix: "TENANT", reference: tenantMode, needs: ["authenticate"] }, env, context)
    : null;
  const validator =
    operationValidator === ""
      ? null
      : await loadExtension<OperationValidator>(
          { prefix: "OPERATION_VALIDATOR", reference: operationValidator, needs: ["validate"] },
          env,
          context,
        );
  const readToken = tenantMode === "jwt" ? tokenReader(settings) : null;
  await extension?.start?.();
  const tenantConfig = extension?.tenantConfig?.bind(extension);
  if (tenantConfig !== undefined) await engine.tenants.configureBy(tenantConfig);
  await validator?.start?.();
  const hooked = hooks({ log, note: engine.noteHook });
  if (validator !== null) engine.tenants.watchWork(workWatcher(validator, hooked));
  return {
    authenticate: authenticator({
      settings,
      tenants: engine.tenants,
      home: engine.tenant,
      extension,
      readToken,
      validator: validator && callValidator(validator, hooked, engine.noteValidation),
    }),
    async close() {
      await hooked.settled();
      if (validator !== null) engine.tenants.watchWork(null);
      await validator?.stop?.();
      await extension?.stop?.();
    },
  };
}
