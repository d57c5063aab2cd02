// A program that ends at once, with something still to be retained. In: the port of a memory. Out: what it was told.

import { createMemory } from "../../src/index.js";

const url = `http://127.0.0.1:${process.argv[2]}`;
const nothing = async () => ({ results: [], text: "" });
const memory = createMemory({
  exitTimeoutMs: 1_200,
  memory: {
    recall: nothing,
    reflect: nothing,
    async retain(bankId, content) {
      const reply = await fetch(`${url}${bankId}`, { method: "POST", body: content });
      if (!reply.ok) throw Object.assign(new Error("refused"), { statusCode: reply.status });
    },
  },
  onError: ({ outcome, turns }) => process.stdout.write(outcome === "lost" ? `lost: ${turns?.[0]?.text}\n` : `${outcome}\n`),
});
for (const bankId of ["/open", "/down"]) {
  const begun = await memory.begin({ settings: { bankId }, model: null, turns: [{ role: "user", text: `Held for a tool in ${bankId}` }] });
  await begun.end({ turns: [{ role: "tool_call", tool: "t", text: "{}" }], isOpen: true });
}
process.stdout.write("answered\n");
