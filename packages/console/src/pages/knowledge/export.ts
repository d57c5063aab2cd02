// All pages as one file to take along.
// In: a bank. Out: a zip of Markdown in folders, which `hindsight pages import` takes back; the number of its files.

import { sdk } from "@hindsight-memory/client";
import { on, read } from "../../api/client";

export async function exportZip(bank: string): Promise<number> {
  const [{ files }, { strToU8, zipSync }] = await Promise.all([
    read(sdk.exportKnowledgeBase({ ...on(bank), query: { layout: "tree" } })),
    import("fflate"),
  ]);
  const zip = zipSync(Object.fromEntries(files.map(({ path, content }) => [path, strToU8(content)])));
  const url = URL.createObjectURL(new Blob([zip as Uint8Array<ArrayBuffer>], { type: "application/zip" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${bank.replace(/[^\w.-]/g, "_")}-pages.zip`;
  link.click();
  URL.revokeObjectURL(url);
  return files.length;
}
