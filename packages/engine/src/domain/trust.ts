// Trust: how far a source is to be believed, and what is done with what it said.
// In: nothing. Out: names and types.

/** How far the source of an item is to be believed: `high` for what was checked, `low` for what anybody may have written. */
export const TRUST_LEVELS = ["high", "normal", "low"] as const;
export type Trust = (typeof TRUST_LEVELS)[number];

/** What recall does with memories: `keep` them at their place, `demote` them to half their score, `exclude` them. */
export const TREATMENTS = ["keep", "demote", "exclude"] as const;
export type Treatment = (typeof TREATMENTS)[number];

/** Something in a text that speaks to the reader's machine rather than to the reader. */
export const INSTRUCTION_SIGNS = [
  "override",
  "role_change",
  "prompt_disclosure",
  "concealment",
  "standing_order",
  "chat_markup",
  "tool_call",
  "hidden_characters",
] as const;
/** What may be learnt from the memories of an item: from `all`, from those that instruct nobody (`clean`), or from `none`. */
export type Lessons = "all" | "clean" | "none";

export type InstructionSign = (typeof INSTRUCTION_SIGNS)[number];
