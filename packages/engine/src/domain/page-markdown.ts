// A page as a Markdown file: front matter, then what it says.
// In: a page. Out: text. Pure.

/** The type of a page is said by its first tag of this form. */
const TYPE_TAG = "type:";
const PAGE_TYPE = "knowledge-page";

/** A blank type says nothing. The tag itself is not listed among the tags. */
export function typeOf(tags: readonly string[]): { readonly type: string; readonly tags: readonly string[] } {
  const said = tags.find((tag) => tag.startsWith(TYPE_TAG));
  if (said === undefined) return { type: PAGE_TYPE, tags };
  const type = said.slice(TYPE_TAG.length).trim();
  return { type: type === "" ? PAGE_TYPE : type, tags: tags.filter((tag) => tag !== said) };
}

export interface PageText {
  readonly id: string;
  readonly name: string;
  /** From its first tag `type:…`. */
  readonly type: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly timestamp: Date;
  readonly body: string;
}

export function pageMarkdown({ id, type, name, description, tags, timestamp, body }: PageText): string {
  const lines = [
    ["id", quoted(id)],
    ["type", quoted(type)],
    ["title", quoted(name)],
    ["description", quoted(description)],
    ["tags", `[${tags.map(quoted).join(", ")}]`],
    ["timestamp", quoted(timestamp.toISOString())],
  ].filter(([, value]) => value !== '""' && value !== "[]");
  return `---\n${lines.map(([key, value]) => `${key}: ${value}`).join("\n")}\n---\n\n${body}`;
}

/** A JSON string is a YAML string in double quotes. */
const quoted = (text: string): string => JSON.stringify(text);

/** What a reader sees of a page at a glance. */
export function snippetOf(content: string, most = 280): string {
  const text = content.replace(/\s+/gu, " ").trim();
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
