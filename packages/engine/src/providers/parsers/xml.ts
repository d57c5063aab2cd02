import { type SaxesAttributeNS, SaxesParser } from "saxes";

/** An element without its namespace: what the office formats need. */
export interface Element {
  readonly name: string;
  /** By local name; of two with the same, the prefixed one also stands under `prefix:name`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Element | string)[];
}

/** Deepest nesting read: office documents stay below fifty. */
const MAX_DEPTH = 500;

/** Reads well-formed XML strictly; entities of a document type are not expanded, nothing outside is fetched. Throws for anything else. */
export function parseXml(text: string): Element {
  const root: { name: string; attributes: Record<string, string>; children: (Element | string)[] } = {
    name: "",
    attributes: {},
    children: [],
  };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => {
    const attributes: Record<string, string> = {};
    for (const attribute of Object.values(tag.attributes as Record<string, SaxesAttributeNS>)) {
      attributes[attribute.local] ??= attribute.value;
      attributes[attribute.name] = attribute.value;
    }
    const element = { name: tag.local, attributes, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
    if (open.length > MAX_DEPTH) throw new RangeError("maximum call stack of XML elements exceeded");
  });
  parser.on("closetag", () => {
    open.pop();
  });
  const addText = (content: string): void => {
    open.at(-1)?.children.push(content);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(text.startsWith("\uFEFF") ? text.slice(1) : text).close();
  const first = root.children.find((child): child is Element => typeof child !== "string");
  if (first === undefined) throw new Error("the XML is empty");
  return first;
}

/** All elements of a local name below one, in document order. */
export function descendants(element: Element, name: string): readonly Element[] {
  const found: Element[] = [];
  const visit = (each: Element): void => {
    for (const child of each.children) {
      if (typeof child === "string") continue;
      if (child.name === name) found.push(child);
      visit(child);
    }
  };
  visit(element);
  return found;
}

export function childrenOf(element: Element, name: string): readonly Element[] {
  return element.children.filter((child): child is Element => typeof child !== "string" && child.name === name);
}

export function textOf(element: Element | undefined): string {
  if (element === undefined) return "";
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}
