import PostalMime from "postal-mime";
import { htmlToMarkdown } from "./html-markdown.js";
import { present } from "./office.js";
import { parsedText, type Reader } from "./provider.js";
import { overLimit } from "./refusals.js";

/** Messages within messages, and parts within parts. */
const MAX_NESTING = 20;
const MAX_PARTS = 1_000;
const MAX_HEADER_BYTES = 1_048_576;

/** E-mails: who wrote to whom when and about what, the body, and the names of the attachments, which are not read. */
export const readMail: Reader = async ({ bytes, hints }) => {
  if (partsOf(bytes) > MAX_PARTS) throw overLimit(hints.name, `has more than ${MAX_PARTS} parts. Upload its attachments one by one.`);
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: MAX_NESTING, maxHeadersSize: MAX_HEADER_BYTES });
  const from = mail.from === undefined ? "" : addressText(mail.from);
  const to = [...(mail.to ?? []), ...(mail.cc ?? [])].map(addressText).join(", ");
  const subject = (mail.subject ?? "").replace(/\s+/g, " ").trim();
  const date = inItsZone(mail.date ?? "", mail.headers.find(({ key }) => key === "date")?.value ?? "");
  const plain = (mail.text ?? "").trim();
  const body = plain !== "" ? plain : htmlToMarkdown(mail.html ?? "").text;
  const attached = mail.attachments.map(({ filename, mimeType }) => `- ${filename ?? "unnamed"} (${mimeType})`);
  // Without the date, which would pass for that of what the mail tells: it is the retain's time.
  const envelope = [from === "" ? "" : `E-mail from ${from}`, to === "" ? "" : `to ${to}`].filter((part) => part !== "");
  const text = [
    subject === "" ? "" : `# ${subject}`,
    envelope.length === 0 ? "" : `${envelope.join(" ")}.`,
    body.replace(/\r\n?/g, "\n"),
    attached.length === 0 ? "" : `Attachments, not read:\n${attached.join("\n")}`,
  ];
  const written = date === "" || Number.isNaN(Date.parse(date)) ? null : date;
  return parsedText("eml", text.filter((part) => part !== "").join("\n\n"), {
    metadata: present({ title: subject, author: from, date }),
    writtenAt: written,
  });
};

/** The parser's date is in UTC; "tomorrow" is meant in the zone that the header names. What is no date stays as it stands. */
function inItsZone(date: string, header: string): string {
  const [, sign, hours = "00", minutes = "00"] = /([+-])(\d{2})(\d{2})\s*(?:\(.*)?$/.exec(header.trim()) ?? [];
  const at = Date.parse(date);
  if (sign === undefined || Number.isNaN(at)) return date;
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1);
  return `${new Date(at + offsetMs).toISOString().slice(0, 19)}${sign}${hours}:${minutes}`;
}

interface Mailbox {
  readonly name?: string;
  readonly address?: string | undefined;
  readonly group?: readonly Mailbox[] | undefined;
}

function addressText({ name = "", address = "", group }: Mailbox): string {
  if (group !== undefined) return group.map(addressText).join(", ");
  return name === "" || name === address ? address : `${name} <${address}>`;
}

/** Lines that could begin a part; counted before anything is built from them. */
function partsOf(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = text.indexOf("Content-Type:", 0, "latin1"); at !== -1; at = text.indexOf("Content-Type:", at + 1, "latin1")) {
    if (at === 0 || text[at - 1] === 10) count += 1;
  }
  return count;
}
