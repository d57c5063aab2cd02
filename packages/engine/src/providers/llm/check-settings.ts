import type { ModelChains } from "../../config/index.js";
import { presetFor } from "./member.js";
import { PURPOSES } from "./provider.js";

/**
 * Checks what the settings say of language models, asking nobody: an address that is none, a key or a model that is missing, a script that is none.
 * Throws `configuration_invalid` naming the variable. Whether a model answers is for `checkAtStart`.
 */
export async function checkModelSettings(chains: ModelChains): Promise<void> {
  const members = PURPOSES.flatMap((purpose) => chains[purpose].members);
  if (members.length === 0) return;
  for (const { provider, variables } of members) presetFor(provider, variables);
  const { checkSpec } = await import("./adapters/index.js");
  for (const { variables: _, ...spec } of members) await checkSpec(spec);
}
