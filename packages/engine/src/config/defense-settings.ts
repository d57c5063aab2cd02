// The form of a bank's memory defense.
// In: nothing. Out: a schema; what its names mean is read in `guard/defense/`.

import { z } from "zod";
import { TREATMENTS, TRUST_LEVELS } from "../domain/trust.js";

const choice = <T extends string>(values: readonly [T, ...T[]]) => z.enum(values, `one of ${values.join(", ")}`);

const rule = z.looseObject(
  { on: z.string("the name of a detector").min(1, "the name of a detector"), action: choice(["allow", "redact", "block"]) },
  "an object {on, action}",
);

/** `memory_defense` of a bank, as the contract has it; `default_trust`, `low_trust` and `instruction_like` are this server's own. */
export const memoryDefense = z
  .looseObject(
    {
      enabled: z.boolean("memory_defense.enabled, which is true or false").optional(),
      rules: z.array(rule, "a list of rules").optional(),
      default_trust: choice(TRUST_LEVELS).optional(),
      low_trust: choice(TREATMENTS).optional(),
      instruction_like: choice(TREATMENTS).optional(),
    },
    "an object {enabled, rules}",
  )
  .nullable();

export type MemoryDefense = z.infer<typeof memoryDefense>;
