import mammoth from "mammoth";
import { htmlToMarkdown } from "./html-markdown.js";
import { coreProperties, openOffice } from "./office.js";
import { parsedText, type Reader } from "./provider.js";
import { repack } from "./zip.js";

/** Word documents: mammoth knows their styles; what it gets are parts that were unpacked within the limit, without media. */
export const readDocx: Reader = async (input) => {
  const archive = openOffice(input);
  const parts = archive.unpack((name) => /\.(?:xml|rels)$/i.test(name) && !/^(?:customXml|word\/theme)\//i.test(name));
  const noPicture = mammoth.images.imgElement(async () => ({ src: "" }));
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(repack(parts)) },
    { convertImage: noPicture, includeEmbeddedStyleMap: false, externalFileAccess: false },
  );
  return parsedText("docx", htmlToMarkdown(value).text, { metadata: coreProperties(archive) });
};
