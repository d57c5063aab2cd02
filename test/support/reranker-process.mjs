// A reranker as a process of its own, which speaks as text-embeddings-inference does and behaves as it is told.
// In: a port (0 for any); POST /behave with the name of a behaviour. Out: its address on standard output; GET /seen tells how often it was asked and left.

import { createServer } from "node:http";

/** It likes what holds this word. */
const WORD = "cellar";
const scores = (texts) => texts.map((text, index) => ({ index, score: text.includes(WORD) ? 0.95 : 0.05 }));
const json = (value) => (response) => void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));

/** @type {Record<string, (texts: readonly string[]) => (response: import("node:http").ServerResponse) => void>} */
const BEHAVIOURS = {
  works: (texts) => json(scores(texts)),
  // Longer than anybody may wait: whoever waits for it never ends.
  sleeps: () => () => undefined,
  "answers NaN": (texts) => json(texts.map((_, index) => ({ index, score: null }))),
  "answers too little": (texts) => json(scores(texts).slice(1)),
  "answers too much": (texts) => json([...scores(texts), { index: texts.length, score: 1 }]),
  "answers one index again and again": (texts) => json(texts.map(() => ({ index: 2, score: 0.9 }))),
  "answers indices that are none": (texts) => json(scores(texts).map(({ index, score }) => ({ index: index + 7, score }))),
  "answers words": (texts) => json(texts.map((_, index) => ({ index, score: "best" }))),
  "answers with a web page": () => (response) =>
    void response.writeHead(200, { "content-type": "text/html" }).end("<html><body>busy</body></html>"),
  "answers half of it": () => (response) => void response.writeHead(200, { "content-type": "application/json" }).end('[{"index":0,"sco'),
  "is out of order": () => (response) => void response.writeHead(500).end("cuda"),
  "dies in the middle of its answer": () => (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('[{"index":0,"sco', () => process.kill(process.pid, "SIGKILL"));
  },
};

let behaviour = "works";
let asked = 0;
let left = 0;

const server = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  if (request.url === "/seen") return json({ asked, left })(response);
  if (request.url === "/behave") {
    if (!(body in BEHAVIOURS)) return void response.writeHead(404).end();
    behaviour = body;
    return void response.writeHead(204).end();
  }
  asked += 1;
  response.once("close", () => {
    if (!response.writableEnded) left += 1;
  });
  BEHAVIOURS[behaviour](JSON.parse(body).texts)(response);
});
server.listen(Number(process.argv[2]), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
