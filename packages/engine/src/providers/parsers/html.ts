import { decodeText } from "./decode.js";
import { htmlToMarkdown } from "./html-markdown.js";
import { present } from "./office.js";
import { parsedText, type Reader } from "./provider.js";

/** How far into a page its encoding may stand, as browsers look for it. */
const HEAD = 2_048;

export const readHtml: Reader = async ({ bytes, hints }) => {
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString("latin1");
  const declared = /charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1];
  const { text, title, meta } = htmlToMarkdown(decodeText(bytes, hints.name, declared));
  const metadata = present({
    title,
    author: meta.author ?? meta["dc.creator"] ?? "",
    subject: meta.description ?? "",
    date: meta.date ?? meta["article:published_time"] ?? meta["dc.date"] ?? "",
  });
  const hasTitle = title === "" || /^# /m.test(text);
  return parsedText("html", hasTitle ? text : `# ${title}\n\n${text}`, { metadata });
};
