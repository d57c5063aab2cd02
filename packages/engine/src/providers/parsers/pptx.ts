import { markdownTable } from "./markdown-table.js";
import { coreProperties, openOffice, partXml, relations } from "./office.js";
import { parsedText, type Reader } from "./provider.js";
import { tooManyPages, unreadable } from "./refusals.js";
import { childrenOf, descendants, type Element, textOf } from "./xml.js";

const DECK = "ppt/presentation.xml";

/** Presentations: a heading per slide, then its paragraphs and tables as they lie in the slide, then what the speaker noted. */
export const readPptx: Reader = async (input) => {
  const archive = openOffice(input);
  const parts = archive.unpack(
    (name) => /^ppt\/(?:presentation\.xml|_rels\/|slides\/|notesSlides\/)/.test(name) && /\.(?:xml|rels)$/.test(name),
  );
  const deck = parts.get(DECK);
  if (deck === undefined) throw unreadable(input.hints.name, `has no ${DECK}. Save the presentation anew and upload that.`);
  const targets = relations(parts.get("ppt/_rels/presentation.xml.rels"), "ppt");
  const paths = descendants(partXml(deck), "sldId").map((slide) => targets.get(slide.attributes["r:id"] ?? "")?.path ?? "");
  if (paths.length > input.limits.maxPages) throw tooManyPages(input.hints.name, paths.length, input.limits.maxPages, "slides");
  const slides = paths.map((path, index) => {
    input.onProgress({ stage: "reading", processed: index + 1, total: paths.length });
    const slide = parts.get(path);
    return slide === undefined ? "" : slideText(partXml(slide), index + 1, notesOf(parts, path));
  });
  return parsedText("pptx", slides.filter((slide) => slide !== "").join("\n\n"), {
    metadata: coreProperties(archive),
    pages: paths.length,
  });
};

function slideText(slide: Element, number: number, notes: string): string {
  const blocks: string[] = [];
  let title = "";
  const visit = (element: Element): void => {
    for (const child of element.children) {
      if (typeof child === "string") continue;
      if (child.name === "tbl") blocks.push(tableText(child));
      else if (child.name === "sp") {
        const kind = descendants(child, "ph")[0]?.attributes.type;
        if (title === "" && (kind === "title" || kind === "ctrTitle")) title = paragraphs(child).join(" ");
        else if (kind !== "sldNum" && kind !== "ftr" && kind !== "dt") blocks.push(paragraphs(child).join("\n"));
      } else visit(child);
    }
  };
  visit(slide);
  const heading = `## Slide ${number}${title === "" ? "" : `: ${title}`}`;
  const spoken = notes === "" ? [] : [`Notes: ${notes}`];
  const body = [...blocks, ...spoken].filter((block) => block.trim() !== "");
  return title === "" && body.length === 0 ? "" : [heading, ...body].join("\n\n");
}

function paragraphs(shape: Element): readonly string[] {
  return descendants(shape, "p")
    .map((paragraph) => {
      const level = Number(childrenOf(paragraph, "pPr")[0]?.attributes.lvl ?? 0);
      const text = runs(paragraph).trim();
      return text === "" || level === 0 ? text : `${"  ".repeat(level - 1)}- ${text}`;
    })
    .filter((text) => text !== "");
}

function runs(paragraph: Element): string {
  return paragraph.children
    .map((child) => (typeof child === "string" ? "" : child.name === "br" ? " " : descendants(child, "t").map(textOf).join("")))
    .join("");
}

function tableText(table: Element): string {
  return markdownTable(
    descendants(table, "tr").map((row) => childrenOf(row, "tc").map((cell) => descendants(cell, "p").map(runs).join(" "))),
  );
}

function notesOf(parts: ReadonlyMap<string, Uint8Array>, slide: string): string {
  const [folder, file] = [slide.slice(0, slide.lastIndexOf("/")), slide.slice(slide.lastIndexOf("/") + 1)];
  const targets = relations(parts.get(`${folder}/_rels/${file}.rels`), folder);
  const path = [...targets.values()].find(({ type }) => type === "notesSlide")?.path;
  const notes = path === undefined ? undefined : parts.get(path);
  if (notes === undefined) return "";
  const body = descendants(partXml(notes), "sp").find((shape) => descendants(shape, "ph")[0]?.attributes.type === "body");
  return body === undefined ? "" : paragraphs(body).join(" ");
}
