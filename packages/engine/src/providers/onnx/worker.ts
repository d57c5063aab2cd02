// The model thread: loads one ONNX model with its tokenizer and answers runs until it is told to end.
// In: a ModelSpec as `workerData`, then `ToModel` messages. Out: `FromModel` messages.
// onnxruntime's `run` holds the thread, so messages are read between batches, and batches are kept short.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { Tokenizer } from "@huggingface/tokenizers";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { endThread } from "../../start-thread.js";
import { type BatchEntry, batchQueue } from "./batches.js";
import { throughGate } from "./native-gate.js";
import { poolUnit } from "./pooling.js";
import type { FromModel, ModelThreadData, ToModel } from "./protocol.js";
import { tokenEncoder } from "./tokens.js";

const { spec, gate } = workerData as ModelThreadData;
if (parentPort === null) throw new Error("onnx/worker runs in a worker thread only");
const port: MessagePort = parentPort;
const send = (message: FromModel, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, [...transfer]);

/** Reads the file through once, in pieces: a buffer of the whole model would stay until the next garbage collection. */
async function verify(path: string, sha256: string | null): Promise<void> {
  if (sha256 === null) return;
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path, { highWaterMark: 2 ** 18 })) hash.update(piece);
  const found = hash.digest("hex");
  if (found !== sha256) throw new Error(`${path} is damaged: its SHA-256 is ${found}, expected ${sha256}`);
}

async function load() {
  const started = performance.now();
  await verify(spec.tokenizerPath, spec.tokenizerSha256);
  await verify(spec.modelPath, spec.modelSha256);
  const tokenizer = new Tokenizer(JSON.parse(await readFile(spec.tokenizerPath, "utf8")), {});
  const session = await throughGate(gate, () =>
    InferenceSession.create(spec.modelPath, {
      executionProviders: ["cpu"],
      intraOpNumThreads: spec.threads,
      interOpNumThreads: 1,
      // The arena never gives memory back, and gained nothing here (docs/decisions/local-encoder.md).
      enableCpuMemArena: false,
      enableMemPattern: false,
      // Spinning threads would burn a core between batches.
      extra: { session: { intra_op: { allow_spinning: "0" }, inter_op: { allow_spinning: "0" } } },
    }),
  );
  return { session, encode: tokenEncoder(tokenizer, spec.maxTokens), loadMs: performance.now() - started };
}

/** Runs the graph on a batch; the values of entry `i` are `[i × width, (i + 1) × width)` of the result. */
async function runBatch(session: InferenceSession, batch: readonly BatchEntry[]): Promise<Float32Array> {
  const lengths = batch.map((entry) => entry.tokens.ids.length);
  const padded = Math.max(...lengths);
  const dims = [batch.length, padded];
  const ids = new BigInt64Array(batch.length * padded);
  const mask = new BigInt64Array(batch.length * padded);
  const segments = new BigInt64Array(batch.length * padded);
  batch.forEach(({ tokens }, row) => {
    for (let i = 0; i < tokens.ids.length; i++) {
      ids[row * padded + i] = BigInt(tokens.ids[i]!);
      mask[row * padded + i] = 1n;
      segments[row * padded + i] = BigInt(tokens.segments[i]!);
    }
  });
  const feeds: Record<string, Tensor> = { input_ids: new Tensor("int64", ids, dims), attention_mask: new Tensor("int64", mask, dims) };
  if (session.inputNames.includes("token_type_ids")) feeds.token_type_ids = new Tensor("int64", segments, dims);
  const outputs = await throughGate(gate, () => session.run(feeds));
  const output = outputs[session.outputNames[0]!]!;
  const values = output.data;
  if (!(values instanceof Float32Array)) throw new Error(`the graph gives ${output.type}, not float32`);
  const width = output.dims.at(-1)!;
  if (spec.task.kind === "embed") {
    if (output.dims.length !== 3) throw new Error(`the graph gives ${output.dims.length} dimensions; an encoder gives 3`);
    return poolUnit(values, lengths, padded, width, spec.task.pooling);
  }
  if (values.length !== batch.length) throw new Error(`the graph gives ${values.length} scores for ${batch.length} pairs`);
  return Float32Array.from(values);
}

interface OpenRun {
  readonly values: Float32Array;
  missing: number;
}

async function serve(): Promise<void> {
  const { session, encode, loadMs } = await load();
  const width = (await runBatch(session, [{ run: 0, index: 0, tokens: encode(spec.task.kind === "embed" ? "a" : ["a", "a"]) }])).length;
  const queue = batchQueue(encode, spec);
  const open = new Map<number, OpenRun>();
  let running = false;
  let closing = false;

  function finishBatch(batch: readonly BatchEntry[], values: Float32Array): void {
    batch.forEach(({ run, index }, row) => {
      const call = open.get(run);
      if (call === undefined) return;
      call.values.set(values.subarray(row * width, (row + 1) * width), index * width);
      if (--call.missing > 0) return;
      open.delete(run);
      send({ kind: "done", id: run, values: call.values }, [call.values.buffer as ArrayBuffer]);
    });
  }

  function failRun(run: number, cause: unknown): void {
    queue.remove(run);
    if (open.delete(run)) send({ kind: "failed", id: run, message: cause instanceof Error ? cause.message : String(cause) });
  }

  async function drain(): Promise<void> {
    if (running) return;
    running = true;
    for (let batch = queue.next(); batch !== null; batch = queue.next()) {
      if ("cause" in batch) {
        failRun(batch.run, batch.cause);
        continue;
      }
      try {
        finishBatch(batch, await runBatch(session, batch));
      } catch (cause) {
        for (const { run } of batch) failRun(run, cause);
      }
      if (closing) break;
      // Lets the messages in that came while the batch ran: a query among them is next.
      await new Promise((resolve) => setImmediate(resolve));
    }
    running = false;
    if (closing) endThread(port);
  }

  port.on("message", (message: ToModel) => {
    if (message.kind === "close") {
      closing = true;
      if (!running) endThread(port);
      return;
    }
    if (message.kind === "cancel") {
      queue.remove(message.id);
      open.delete(message.id);
      return;
    }
    open.set(message.id, { values: new Float32Array(message.inputs.length * width), missing: message.inputs.length });
    queue.add(message.id, message.lane, message.inputs);
    void drain();
  });
  send({ kind: "ready", width, loadMs });
}

serve().catch((cause: unknown) => {
  send({ kind: "load-failed", message: cause instanceof Error ? cause.message : String(cause) });
  endThread(port);
});
