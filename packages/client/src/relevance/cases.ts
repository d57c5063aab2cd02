// Test cases of a bank's recall: a JSON object a line, with a question and what should be found.
// In: the text of a file. Out: its cases, and of each line that is none what is wrong with it; the other way round, a file.

/** What a request of recall may hold that belongs to the question, by the API's names. */
const REQUEST_FIELDS = ["types", "tags", "tags_match", "tag_groups", "query_timestamp", "temporal_window", "prefer_observations"] as const;
export type CaseRequest = Readonly<Partial<Record<(typeof REQUEST_FIELDS)[number], unknown>>>;

export interface Expected {
  /** Ids of documents. */
  readonly documents: readonly string[];
  /** Ids of memories. */
  readonly memories: readonly string[];
  /** Words that stand in a result, whatever their case and spaces. */
  readonly texts: readonly string[];
}

export interface RelevanceCase {
  readonly query: string;
  /** At least one thing. */
  readonly expected: Expected;
  readonly request: CaseRequest;
  /** Metrics are told for each category as well. */
  readonly category: string | null;
}

export interface CaseProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface ReadCases {
  readonly cases: readonly (RelevanceCase & { readonly line: number })[];
  readonly problems: readonly CaseProblem[];
}

const EXPECTED = {
  expected_documents: "documents",
  expected_document: "documents",
  expected_memories: "memories",
  expected_memory: "memories",
  expected_texts: "texts",
  expected_text: "texts",
} as const satisfies Readonly<Record<string, keyof Expected>>;

const LISTS: Readonly<Partial<Record<string, "texts">>> = { types: "texts", tags: "texts" };
const KNOWN: readonly string[] = ["query", "question", "category", "note", ...Object.keys(EXPECTED), ...REQUEST_FIELDS];

/** Empty lines are passed over. */
export function readCases(text: string): ReadCases {
  const cases: (RelevanceCase & { readonly line: number })[] = [];
  const problems: CaseProblem[] = [];
  text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .forEach((row, index) => {
      if (row.trim() === "") return;
      const line = index + 1;
      const read = readCase(row);
      if (typeof read === "string") problems.push({ line, message: read });
      else cases.push({ ...read, line });
    });
  return { cases, problems };
}

/** A case, or what is wrong with the line. */
function readCase(row: string): RelevanceCase | string {
  const value = parsed(row);
  if (typeof value === "string") return value;
  const unknown = Object.keys(value).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) return `there is no field "${unknown}"; there are ${KNOWN.join(", ")}`;
  const query = value.query ?? value.question;
  if (typeof query !== "string" || query.trim() === "") return `"query" must be a question, and is ${shown(query)}`;
  if (value.query !== undefined && value.question !== undefined) return `"query" and "question" are the same field: give one`;
  const { category = null } = value;
  if (category !== null && typeof category !== "string") return `"category" must be a text, and is ${shown(category)}`;
  const expected = { documents: [] as string[], memories: [] as string[], texts: [] as string[] };
  for (const [name, kind] of Object.entries(EXPECTED)) {
    const list = textsOf(value[name]);
    if (list === null) return `"${name}" must be a text or a list of texts, and is ${shown(value[name])}`;
    expected[kind] = [...new Set([...expected[kind], ...list])];
  }
  if (Object.values(expected).every((list) => list.length === 0)) {
    return "nothing is expected: name what should be found in expected_documents, expected_memories or expected_texts";
  }
  const request = Object.fromEntries(REQUEST_FIELDS.flatMap((name) => (value[name] == null ? [] : [[name, value[name]]])));
  const wrong = Object.entries(request).find(([name, given]) => !isRight(name, given));
  if (wrong !== undefined) return `"${wrong[0]}" must be ${takes(wrong[0])}, and is ${shown(wrong[1])}`;
  return { query, expected, request, category };
}

function parsed(row: string): Readonly<Record<string, unknown>> | string {
  try {
    const value = JSON.parse(row) as unknown;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
    return `a line must be a JSON object, and is ${shown(value)}`;
  } catch (cause) {
    if (cause instanceof SyntaxError) return `this is no JSON (${cause.message}): ${shortened(row)}`;
    throw cause;
  }
}

/** Null for what is neither a text nor a list of texts; an empty text names nothing. */
function textsOf(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.every((each) => typeof each === "string" && each.trim() !== "") ? (list as string[]) : null;
}

function isRight(name: string, value: unknown): boolean {
  if (LISTS[name] !== undefined) return Array.isArray(value) && value.every((each) => typeof each === "string");
  if (name === "tag_groups") return Array.isArray(value);
  if (name === "temporal_window") return typeof value === "object" && value !== null && "start" in value && "end" in value;
  if (name === "prefer_observations") return typeof value === "boolean";
  return typeof value === "string";
}

function takes(name: string): string {
  if (LISTS[name] !== undefined) return "a list of texts";
  if (name === "tag_groups") return "a list of groups";
  if (name === "temporal_window") return 'an object with "start" and "end"';
  return name === "prefer_observations" ? "true or false" : "a text";
}

const shown = (value: unknown): string => (value === undefined ? "missing" : shortened(JSON.stringify(value)));
const shortened = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 80)}…`);

/** A file that `readCases` reads as the same cases. */
export function writeCases(cases: readonly RelevanceCase[]): string {
  return cases
    .map(({ query, expected, request, category }) => {
      const lists = [
        ["expected_documents", expected.documents],
        ["expected_memories", expected.memories],
        ["expected_texts", expected.texts],
      ] as const;
      const given = Object.fromEntries(lists.filter(([, list]) => list.length > 0));
      return `${JSON.stringify({ query, ...given, ...request, ...(category === null ? {} : { category }) })}\n`;
    })
    .join("");
}
