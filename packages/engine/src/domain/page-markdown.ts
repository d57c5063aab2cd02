// A page as a Markdown file: front matter, then what it says.
// In: a page. Out: text. Pure.

/** The type of a page is said by its first tag of this form. */
const TYPE_TAG = "type:";
const PAGE_TYPE = "knowledge-page";

/** The tags that a file speaks of, the other way round: of those that `typeOf` would not read so, `typeTag` is the tag itself. */
export function tagsOf(type: string | null, tags: readonly string[], typeTag: string | null): readonly string[] {
  if (typeTag !== null) return [typeTag, ...tags];
  return type === null || type === PAGE_TYPE ? tags : [`${TYPE_TAG}${type}`, ...tags];
}

/** The tag that says the type, where the type does not say the tag: `type:` with nothing after it, or the type that every page has. */
export function oddTypeTag(tags: readonly string[]): string | null {
  const said = tags.find((tag) => tag.startsWith(TYPE_TAG));
  const { type } = typeOf(tags);
  return said === undefined || (type !== PAGE_TYPE && said === `${TYPE_TAG}${type}`) ? null : said;
}

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

/** `more` are further lines of front matter, for who reads them again: JSON is YAML. */
export function pageMarkdown(
  { id, type, name, description, tags, timestamp, body }: PageText,
  more: Readonly<Record<string, unknown>> = {},
): string {
  const lines = [
    ["id", quoted(id)],
    ["type", quoted(type)],
    ["title", quoted(name)],
    ["description", quoted(description)],
    ["tags", `[${tags.map(quoted).join(", ")}]`],
    ["timestamp", quoted(timestamp.toISOString())],
    ...Object.entries(more).map(([key, value]) => [key, JSON.stringify(value)]),
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
