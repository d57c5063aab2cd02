import { expect } from "vitest";
import { story } from "../support/story.js";

interface Attached {
  readonly url: string;
  readonly media_type: string;
}

story("an attachment is what it says it is, but no script and no style of a page", async ({ server, bank }) => {
  const declared = {
    "text/javascript": "application/octet-stream",
    "application/x-ecmascript": "application/octet-stream",
    "text/css": "application/octet-stream",
    "text/html": "text/html", // sent as a download, in a sandbox
    "application/pdf": "application/pdf",
  };
  const content = Object.keys(declared).map((media_type) => ({
    type: "file",
    source: { type: "base64", media_type, data: Buffer.from(`document.title = "${media_type}"`).toString("base64") },
  }));
  await bank.retain([{ type: "text", text: "Ann sent files." }, ...content] as unknown as string, { document_id: "sent" });
  const { body } = await bank.get("/documents/sent");
  const served: Record<string, string | undefined> = {};
  for (const { url, media_type } of body.attachments as readonly Attached[]) {
    const reply = await server.call("GET", url.replace(/^https?:\/\/[^/]+/, ""));
    served[media_type] = reply.headers["content-type"];
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect(reply.headers["content-disposition"]).toMatch(/^attachment/);
    expect(reply.text).toBe(`document.title = "${media_type}"`);
  }
  expect(served).toEqual(declared);
});
