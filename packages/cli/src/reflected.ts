// An answer of a reflection, for people.
// In: the server's reply. Out: the answer, the form that was asked for, and what it stands on; no frames, so that it can be passed on as text.

import { toldOf } from "./happened.js";
import { harmless } from "./harmless.js";
import { begun } from "./output.js";

interface Source {
  readonly id: string | null;
  readonly text: string;
  readonly type: string | null;
  readonly mentioned_at: string | null;
  readonly occurred_start: string | null;
  readonly occurred_end?: string | null;
  readonly document_id: string | null;
}

export interface Reflected {
  readonly text: string;
  readonly based_on?: {
    readonly memories: readonly Source[];
    readonly mental_models: readonly { readonly id: string; readonly text: string }[];
    readonly directives: readonly { readonly id: string; readonly name: string; readonly content: string }[];
  } | null;
  readonly structured_output?: unknown;
  readonly structured_output_error?: string | null;
  readonly extractive?: boolean;
}

/** Sources that stand below an answer, and characters of each, unless all of it is asked for. */
const SHOWN_SOURCES = 5;
const SHOWN_CHARACTERS = 100;

export function answerText(reply: Reflected, isWhole: boolean): string {
  const form = reply.structured_output === null || reply.structured_output === undefined ? [] : [formText(reply.structured_output)];
  const sources = isWhole ? wholeSources(reply) : someSources(reply);
  return [reply.text.trimEnd(), ...form, ...(sources === "" ? [] : [sources])].join("\n\n");
}

const formText = (form: unknown): string => harmless(JSON.stringify(form, null, 2));

const oneLine = (text: string): string => harmless(text.replace(/\s+/g, " ").trim());

function someSources({ based_on }: Reflected): string {
  const { memories = [], mental_models: models = [] } = based_on ?? {};
  const lines = [
    ...models.map(({ id, text }) => `  mental model ${oneLine(id)}: ${begun(oneLine(text), SHOWN_CHARACTERS)}`),
    ...memories.map((source) => `  ${origin(source)}: ${begun(oneLine(source.text), SHOWN_CHARACTERS)}`),
  ];
  if (lines.length === 0) return "";
  const more = lines.length > SHOWN_SOURCES ? [`  and ${lines.length - SHOWN_SOURCES} more; --based-on shows them`] : [];
  return ["Based on:", ...lines.slice(0, SHOWN_SOURCES), ...more].join("\n");
}

function wholeSources({ based_on }: Reflected): string {
  const { memories = [], mental_models: models = [], directives = [] } = based_on ?? {};
  const lines = [
    ...listedBelow(
      "Memories:",
      memories.map((source) => [`${source.id ?? "–"} (${source.type ?? "–"}, ${origin(source)})`, source.text]),
    ),
    ...listedBelow(
      "Mental models:",
      models.map(({ id, text }) => [id, text]),
    ),
    ...listedBelow(
      "Directives in force:",
      directives.map(({ name, content }) => [name, content]),
    ),
  ];
  return lines.length === 0 ? "Based on nothing: no memory of this bank was cited." : lines.join("\n");
}

function listedBelow(head: string, entries: readonly (readonly [string, string])[]): readonly string[] {
  return entries.length === 0 ? [] : [head, ...entries.map(([name, text]) => `  ${oneLine(name)}\n    ${oneLine(text)}`)];
}

function origin(source: Source): string {
  return (
    [source.document_id, toldOf(source)]
      .filter((part) => part && part !== "–")
      .map((part) => oneLine(part ?? ""))
      .join(", ") || "–"
  );
}
