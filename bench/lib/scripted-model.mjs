// A model that answers at once and always the same, in the wire forms of OpenAI: one fact for each sentence, and vectors of hashed words.
//   node scripted-model.mjs [--port 0] [--llm-ms 0]
// GET /stats tells the calls by kind. It serves where the shared scripted_llm.mjs is not at hand, and answers extraction and tools alone.

import { createServer } from "node:http";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({ options: { port: { type: "string", default: "0" }, "llm-ms": { type: "string", default: "0" } } });
const DIMENSIONS = 384;
const CONTENT = "\nContent:\n";
const stats = {};

function note(kind, items) {
  stats[kind] ??= { calls: 0, items: 0 };
  stats[kind].calls += 1;
  stats[kind].items += items;
}

function textOf(content) {
  return typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("\n");
}

/** The only tool that is offered, else `done`, with the question for every text. */
function toolCall(tools, messages) {
  const wanted = tools.length === 1 ? tools[0] : (tools.find((tool) => tool.function.name === "done") ?? tools[0]);
  const question = textOf(messages.find((message) => message.role === "user")?.content).slice(0, 200);
  const { properties = {}, required = [] } = wanted.function.parameters ?? {};
  const values = { string: question, array: [], integer: 1, number: 1, boolean: false };
  const input = Object.fromEntries(required.map((name) => [name, values[properties[name]?.type] ?? question]));
  return { name: wanted.function.name, arguments: JSON.stringify(input) };
}

function answer(messages) {
  const user = textOf(messages.findLast((message) => message.role === "user")?.content);
  const at = user.lastIndexOf(CONTENT);
  if (at < 0) return { kind: "chat:text", items: 1, text: "ready" };
  const sentences = user
    .slice(at + CONTENT.length)
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((sentence) => /\p{L}{2}/u.test(sentence));
  const facts = sentences.map((what) => ({
    what,
    when: "N/A",
    where: "N/A",
    who: "N/A",
    why: "N/A",
    fact_kind: "conversation",
    fact_type: "world",
    entities: [...new Set(what.match(/\b[A-Z][a-z]{2,}\b/g) ?? [])].slice(0, 5),
  }));
  return { kind: "chat:facts", items: facts.length, text: JSON.stringify({ facts }) };
}

function hash(text) {
  let h = 2_166_136_261;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 16_777_619);
  return h >>> 0;
}

function embed(text) {
  const vector = new Float32Array(DIMENSIONS);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["-"]) {
    for (let h = hash(word), k = 0; k < 4; k += 1, h = Math.imul(h ^ (h >>> 13), 2_654_435_761) >>> 0) {
      vector[h % DIMENSIONS] += h & 65_536 ? 1 : -1;
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

const tokens = (text) => Math.ceil(text.length / 4);

async function reply(path, body) {
  if (path.endsWith("/chat/completions")) {
    const call = body.tools?.length > 0 ? toolCall(body.tools, body.messages) : null;
    const { kind, items, text } = call ? { kind: `chat:tool:${call.name}`, items: 1, text: call.arguments } : answer(body.messages);
    note(kind, items);
    await new Promise((resolve) => setTimeout(resolve, Number(options["llm-ms"])));
    const [prompt, completion] = [tokens(JSON.stringify(body.messages)), tokens(text)];
    return {
      id: "c1",
      object: "chat.completion",
      created: 0,
      model: "stub",
      choices: [
        call
          ? {
              index: 0,
              finish_reason: "tool_calls",
              message: {
                role: "assistant",
                content: null,
                tool_calls: [{ id: `call_${body.messages.length}`, type: "function", function: call }],
              },
            }
          : { index: 0, finish_reason: "stop", message: { role: "assistant", content: text } },
      ],
      usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
    };
  }
  if (path.endsWith("/embeddings")) {
    const texts = [body.input].flat();
    note("embeddings", texts.length);
    const data = texts.map((text, index) => {
      const vector = embed(text);
      const embedding = body.encoding_format === "base64" ? Buffer.from(vector.buffer).toString("base64") : [...vector];
      return { object: "embedding", index, embedding };
    });
    return { object: "list", model: "stub", data, usage: { prompt_tokens: 1, total_tokens: 1 } };
  }
  return path === "/stats" ? stats : null;
}

const server = createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", async () => {
    const text = Buffer.concat(parts).toString("utf8");
    const sent = await reply(request.url.split("?")[0], text === "" ? {} : JSON.parse(text));
    response.writeHead(sent === null ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(sent ?? { error: { message: "not found" } }));
  });
});
server.keepAliveTimeout = 120_000;
server.listen(Number(options.port), "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
