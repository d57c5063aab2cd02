// Prompts in blocks: what a model is told, with each part saying whose it is and which setting changes it.
// In: parts of a prompt, some of them settings of a bank. Out: blocks, and the prompt that they come to.
// A prompt is built as blocks once and joined for the call, so that what a preview shows is what is sent.

/** A part of a message. */
export interface PromptBlock {
  /** As it stands in the message, with the space around it: the texts of active blocks, one after the other, are the message. */
  readonly text: string;
  /** Words of the bank or of the server's environment, or of this program. */
  readonly source: "config" | "builtin";
  /** The bank setting that it comes from or that switches it; empty where none does. */
  readonly field: string;
  /** A short name of the part, steady over releases: `task`, `mission`, `language`, … */
  readonly section: string;
  /** What a person reads above it. */
  readonly heading: string;
  /** False: it could stand here and does not, as its setting is empty or off. */
  readonly active: boolean;
  /** The setting as it is in force; null where there is none. */
  readonly value: string | null;
  readonly kind: "text" | "boolean" | "choice" | "complex";
  /** Of a choice. */
  readonly choices: readonly string[] | null;
  /** Whether a bank may change it. */
  readonly editable: boolean;
}

/** The setting behind a block. */
export interface BlockSetting {
  readonly field: string;
  readonly value: string | null;
  readonly kind: PromptBlock["kind"];
  readonly choices?: readonly string[];
  /** Left out: true. */
  readonly editable?: boolean;
}

/** A part in this program's words; with a setting where one chooses or switches it. An empty text is a part that is not there. */
export function builtin(section: string, heading: string, text: string, setting?: BlockSetting): PromptBlock {
  return block("builtin", section, heading, text, setting);
}

/** A part in the words of a setting; `text` is those words with what introduces them, and empty where the setting is. */
export function configured(section: string, heading: string, text: string, setting: BlockSetting): PromptBlock {
  return block("config", section, heading, text, setting);
}

/** Blocks with `separator` between those that are active. */
export function separated(blocks: readonly PromptBlock[], separator = "\n\n"): readonly PromptBlock[] {
  const last = blocks.findLastIndex(({ active }) => active);
  return blocks.map((one, index) => (one.active && index < last ? { ...one, text: `${one.text}${separator}` } : one));
}

/** The message that blocks come to. */
export function promptText(blocks: readonly PromptBlock[]): string {
  return blocks
    .filter(({ active }) => active)
    .map(({ text }) => text)
    .join("");
}

/** One message of a preview. */
export interface PromptMessage {
  readonly role: "system" | "user";
  readonly blocks: readonly PromptBlock[];
}

function block(source: PromptBlock["source"], section: string, heading: string, text: string, setting?: BlockSetting): PromptBlock {
  return {
    text,
    source,
    field: setting?.field ?? "",
    section,
    heading,
    active: text !== "",
    value: setting?.value ?? null,
    kind: setting?.kind ?? "text",
    choices: setting?.choices ?? null,
    editable: setting === undefined ? false : (setting.editable ?? true),
  };
}
