/** Operations on a document, as a model writes them: one by one, each read strictly, so that a bad one costs itself alone. */

export type DocumentOperation =
  | { readonly op: "append_block"; readonly section_id: string; readonly text: string }
  | { readonly op: "insert_block"; readonly section_id: string; readonly after_block_id: string | null; readonly text: string }
  | { readonly op: "replace_block"; readonly section_id: string; readonly block_id: string; readonly text: string }
  | { readonly op: "remove_block"; readonly section_id: string; readonly block_id: string }
  | {
      readonly op: "add_section";
      readonly heading: string;
      readonly level: number;
      readonly blocks: readonly string[];
      readonly after_section_id: string | null;
      readonly new_id: string | null;
    }
  | { readonly op: "remove_section"; readonly section_id: string }
  | { readonly op: "replace_section_blocks"; readonly section_id: string; readonly blocks: readonly string[] }
  | { readonly op: "rename_section"; readonly section_id: string; readonly new_heading: string };

type Kind = "text" | "text or null" | "texts" | "level";

interface Field {
  readonly kind: Kind;
  /** Stands in for a field that is left out; without one the field must be there. */
  readonly preset?: unknown;
}

const TEXT: Field = { kind: "text" };

const FIELDS: Readonly<Record<DocumentOperation["op"], Readonly<Record<string, Field>>>> = {
  append_block: { section_id: TEXT, text: TEXT },
  insert_block: { section_id: TEXT, after_block_id: { kind: "text or null", preset: null }, text: TEXT },
  replace_block: { section_id: TEXT, block_id: TEXT, text: TEXT },
  remove_block: { section_id: TEXT, block_id: TEXT },
  add_section: {
    heading: TEXT,
    level: { kind: "level", preset: 2 },
    blocks: { kind: "texts", preset: [] },
    after_section_id: { kind: "text or null", preset: null },
    new_id: { kind: "text or null", preset: null },
  },
  remove_section: { section_id: TEXT },
  replace_section_blocks: { section_id: TEXT, blocks: { kind: "texts" } },
  rename_section: { section_id: TEXT, new_heading: TEXT },
};

/** Reads one operation. A field that it does not know, lacks, or that is of another kind refuses it; the reason names the field. */
export function readOperation(given: unknown): DocumentOperation | { readonly problem: string } {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return { problem: "it is no object" };
  const { op, ...rest } = given as Readonly<Record<string, unknown>>;
  if (typeof op !== "string" || !Object.hasOwn(FIELDS, op)) {
    return { problem: `unknown op ${JSON.stringify(op ?? null)}; there are ${Object.keys(FIELDS).join(", ")}` };
  }
  const fields = FIELDS[op as DocumentOperation["op"]];
  const unknown = Object.keys(rest).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) return { problem: `${op} takes no field ${unknown}` };
  const read: Record<string, unknown> = { op };
  for (const [name, field] of Object.entries(fields)) {
    const value = rest[name] ?? field.preset;
    if (value === undefined) return { problem: `${op} lacks ${name}` };
    if (!fits(value, field.kind)) return { problem: `${name} of ${op} is no ${field.kind}` };
    read[name] = value;
  }
  return read as unknown as DocumentOperation;
}

function fits(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case "text":
      return typeof value === "string";
    case "text or null":
      return value === null || typeof value === "string";
    case "texts":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
    case "level":
      return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 6;
  }
}
