// Prompts in blocks: what a model is told, with each part saying whose it is and which setting changes it.
// In: parts of a prompt, some of them settings of a bank. Out: blocks, and the prompt that they come to.
// A prompt is built as blocks once and joined for the call, so that what a preview shows is what is sent.

/** A part of a message. */
export interface PromptBlock {
  /** As it stands in the message, with the space around it: the texts of active blocks, one after the other, are the message. */
  readonly text: string;
  /** Words of the bank or of the server's environment, or of this program. */
  readonly source: "config" | "builtin";
  /** The setting that it comes from or that switches it; empty where none does. */
  readonly field: string;
  /** A short name of the part, steady over releases: `task`, `mission`, `language`, … */
  readonly section: string;
  /** What a person reads above it. */
  readonly heading: string;
  /** False: it could stand here and does not, as its setting is empty or off, or as what is worked on has no use for it. */
  readonly active: boolean;
}

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: "system" | "user";
  readonly blocks: readonly PromptBlock[];
}

/** A part in this program's words; with the setting that chooses or switches it, if one does. An empty text is a part that is not there. */
export function builtin(section: string, heading: string, text: string, field = ""): PromptBlock {
  return { text, source: "builtin", field, section, heading, active: text !== "" };
}

/** A part in the words of a setting; `text` is those words with what introduces them, and empty where the setting is. */
export function configured(section: string, heading: string, text: string, field: string): PromptBlock {
  return { text, source: "config", field, section, heading, active: text !== "" };
}

/** A part that stands in the message only under a condition; where it does not, it is shown all the same. */
export function onlyIf(condition: boolean, block: PromptBlock): PromptBlock {
  return { ...block, active: block.active && condition };
}

/** Parts of a message with `separator` between those that are there; a part of several blocks has none inside. */
export function separated(parts: readonly (PromptBlock | readonly PromptBlock[])[], separator = "\n\n"): readonly PromptBlock[] {
  const groups = parts.map((part): readonly PromptBlock[] => ("text" in part ? [part] : part));
  const last = groups.findLastIndex((blocks) => blocks.some(({ active }) => active));
  return groups.flatMap((blocks, index) => {
    const end = index < last ? blocks.findLastIndex(({ active }) => active) : -1;
    return blocks.map((block, at) => (at === end ? { ...block, text: `${block.text}${separator}` } : block));
  });
}

/** The message that blocks come to. */
export function promptText(blocks: readonly PromptBlock[]): string {
  return blocks
    .filter(({ active }) => active)
    .map(({ text }) => text)
    .join("");
}

/** A prompt as it is sent. */
export function messagesOf(
  prompt: readonly PromptMessage[],
): readonly { readonly role: PromptMessage["role"]; readonly content: string }[] {
  return prompt.map(({ role, blocks }) => ({ role, content: promptText(blocks) }));
}
