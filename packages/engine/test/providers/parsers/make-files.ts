// Files for the tests of the parsers, made from words of our own.

import { deflateSync } from "node:zlib";
import { strToU8, type Zippable, zipSync } from "fflate";

export const bytesOf = (text: string): Uint8Array => strToU8(text);

export function archive(entries: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(entries)) files[name] = typeof content === "string" ? strToU8(content) : content;
  return zipSync(files, { level: 9 });
}

/** A Word document of one part; `content` is what stands in its body. */
export function wordFile(content: string | Uint8Array, more: Readonly<Record<string, string>> = {}): Uint8Array {
  const body =
    typeof content === "string"
      ? `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${content}</w:body></w:document>`
      : content;
  return archive({
    "[Content_Types].xml":
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    "_rels/.rels":
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    "word/document.xml": body,
    ...more,
  });
}

export const wordParagraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A workbook of one sheet; `rows` is its XML. */
export function workbook(rows: string): Uint8Array {
  const office = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const schema = "http://schemas.openxmlformats.org";
  const head = '<?xml version="1.0"?>';
  return archive({
    "[Content_Types].xml": `${head}<Types xmlns="${schema}/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${office}.worksheet+xml"/></Types>`,
    "xl/workbook.xml": `${head}<workbook xmlns="${schema}/spreadsheetml/2006/main" xmlns:r="${schema}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${head}<Relationships xmlns="${schema}/package/2006/relationships"><Relationship Id="r1" Type="${schema}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `${head}<worksheet xmlns="${schema}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  });
}

export function book(chapters: readonly string[], more: Readonly<Record<string, string>> = {}): Uint8Array {
  const items = chapters.map((_, at) => `<item id="c${at}" href="text/c${at}.xhtml" media-type="application/xhtml+xml"/>`).join("");
  const spine = chapters.map((_, at) => `<itemref idref="c${at}"/>`).join("");
  const texts = chapters.map((text, at) => [
    `OEBPS/text/c${at}.xhtml`,
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>${text}</body></html>`,
  ]);
  return archive({
    mimetype: "application/epub+zip",
    "META-INF/container.xml":
      '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    "OEBPS/book.opf": `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>The well</dc:title><dc:creator>Ada Verne</dc:creator></metadata><manifest>${items}</manifest><spine>${spine}</spine></package>`,
    ...Object.fromEntries(texts),
    ...more,
  });
}

/** A PDF of one page whose content stream is `content`, compressed. */
export function pdfFile(content: Uint8Array | string): Uint8Array {
  const stream = deflateSync(content);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>",
    `<< /Filter /FlateDecode /Length ${stream.byteLength} >>\nstream\n${stream.toString("latin1")}\nendstream`,
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text, "latin1"));
}

export const MAIL = [
  "From: Ada Verne <ada@example.org>",
  "To: Bo Lind <bo@example.org>",
  "Subject: =?UTF-8?Q?Caf=C3=A9_on_Friday?=",
  "Date: Tue, 07 May 2024 14:30:00 +0200",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="outer"',
  "",
  "--outer",
  'Content-Type: multipart/alternative; boundary="inner"',
  "",
  "--inner",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "We meet at the caf=C3=A9 tomorrow; the marker is hs-eml-962.",
  "--inner",
  "Content-Type: text/html; charset=utf-8",
  "",
  "<p>the html part</p>",
  "--inner--",
  "--outer",
  "Content-Type: application/pdf",
  'Content-Disposition: attachment; filename="menu.pdf"',
  "Content-Transfer-Encoding: base64",
  "",
  "JVBERi0xLjQ=",
  "--outer--",
  "",
].join("\r\n");
