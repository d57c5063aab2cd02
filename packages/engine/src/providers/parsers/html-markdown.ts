import TurndownService from "turndown";

export interface HtmlText {
  readonly text: string;
  readonly title: string;
  /** Values of `<meta name=…>` by lower-case name. */
  readonly meta: Readonly<Record<string, string>>;
}

/** A node of a page, as far as it is read here: the types of turndown lean on those of browsers, which a server has not. */
interface HtmlNode {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly parentNode: unknown;
  readonly nextSibling: unknown;
}
const read = (node: unknown): HtmlNode => node as HtmlNode;

/** What a reader does not see. */
const UNSEEN: TurndownService.Filter = ["script", "style", "noscript", "iframe", "object", "canvas", "audio", "video"] as const as never;
/** Longest address kept beside the words of a link. */
const MAX_HREF = 300;

/**
 * HTML as Markdown: headings, lists, tables, code and links stay, pictures go. Nothing is escaped, since the result is read as text: `snake_case` has
 * to stay one word. No script runs and nothing is fetched.
 */
export function htmlToMarkdown(html: string): HtmlText {
  if (nestingOf(html) > MAX_NESTING) throw new RangeError("the stack of open HTML elements is too high");
  const meta: Record<string, string> = {};
  const titles: string[] = [];
  const service = new TurndownService({ headingStyle: "atx", bulletListMarker: "-", codeBlockStyle: "fenced", hr: "" });
  service.escape = (text) => text;
  service.remove(UNSEEN);
  service.addRule("svg", { filter: (node) => read(node).nodeName.toLowerCase() === "svg", replacement: () => "" });
  service.addRule("title", {
    filter: "title",
    replacement: (_content, node) => {
      titles.push((read(node).textContent ?? "").replace(/\s+/g, " ").trim());
      return "";
    },
  });
  service.addRule("meta", {
    filter: "meta",
    replacement: (_content, node) => {
      const element = node as unknown as { getAttribute(name: string): string | null };
      const name = (element.getAttribute("name") ?? element.getAttribute("property") ?? "").toLowerCase();
      if (name !== "") meta[name] ??= (element.getAttribute("content") ?? "").replace(/\s+/g, " ").trim();
      return "";
    },
  });
  service.addRule("picture", { filter: "img", replacement: () => "" });
  service.addRule("link", { filter: "a", replacement: link });
  service.addRule("item", { filter: "li", replacement: item });
  addTables(service);
  const text = service
    .turndown(html)
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return { text, title: titles.find((title) => title !== "") ?? "", meta };
}

/** Far beyond any page; a parser's time grows with the square of it (1 s at 5,000). */
const MAX_NESTING = 1_000;
/** Elements that HTML closes by itself, or that hold nothing. */
const SELF_CLOSING =
  /^(?:p|li|dt|dd|td|th|tr|thead|tbody|tfoot|option|optgroup|colgroup|html|head|body|rt|rp|area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

function nestingOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, slash, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (SELF_CLOSING.test(name)) continue;
    depth = Math.max(0, depth + (slash === "/" ? -1 : 1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

type Replacement = NonNullable<TurndownService.Rule["replacement"]>;

const link: Replacement = (content, node) => {
  const href = ((node as unknown as { getAttribute(name: string): string | null }).getAttribute("href") ?? "").trim();
  const words = content.trim();
  const isWorthKeeping = /^https?:\/\//i.test(href) && href.length <= MAX_HREF && href !== words;
  return words === "" || !isWorthKeeping ? content : `[${words.replace(/\s+/g, " ")}](${href})`;
};

const item: Replacement = (content, node) => {
  const parent = read(node).parentNode as {
    readonly nodeName: string;
    readonly children: ArrayLike<unknown>;
    getAttribute(name: string): string | null;
  };
  const isNumbered = parent?.nodeName === "OL";
  const first = isNumbered ? Number(parent.getAttribute("start") ?? 1) || 1 : 1;
  const mark = isNumbered ? `${first + Array.from(parent.children).indexOf(node)}. ` : "- ";
  const lines = content
    .trim()
    .replace(/\n{2,}/g, "\n")
    .replace(/\n/g, `\n${" ".repeat(mark.length)}`);
  return `${mark}${lines}${read(node).nextSibling ? "\n" : ""}`;
};

/** A table whose first row is its head, marked as such or not: the splitter repeats it over every part of a long table. */
function addTables(service: TurndownService): void {
  service.addRule("cell", {
    filter: ["td", "th"],
    replacement: (content) => ` ${content.replace(/\s+/g, " ").trim().replaceAll("|", "\\|")} |`,
  });
  service.addRule("row", {
    filter: "tr",
    replacement: (content) => (content.trim() === "" ? "" : `|${content.trim().startsWith("|") ? content.trim() : ` ${content.trim()}`}\n`),
  });
  service.addRule("section", { filter: ["thead", "tbody", "tfoot"], replacement: (content) => content });
  service.addRule("caption", {
    filter: ["caption", "colgroup", "col"] as never,
    replacement: (content) => (content.trim() === "" ? "" : `${content.trim()}\n\n`),
  });
  service.addRule("table", {
    filter: "table",
    replacement: (content) => {
      const lines = content.split("\n").filter((line) => line.trim() !== "");
      const first = lines.findIndex((line) => line.startsWith("|"));
      if (first === -1) return `\n\n${content.trim()}\n\n`;
      const columns = (lines[first]?.match(/(?<!\\)\|/g)?.length ?? 2) - 1;
      const rule = `|${" --- |".repeat(Math.max(1, columns))}`;
      const caption = lines.slice(0, first);
      return `\n\n${[...caption, ...(caption.length > 0 ? [""] : []), lines[first], rule, ...lines.slice(first + 1)].join("\n")}\n\n`;
    },
  });
}
