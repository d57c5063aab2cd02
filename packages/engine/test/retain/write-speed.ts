// How fast the write path is on the embedded database: acknowledgement, background write, drain, one synchronous item.
// Run: npx tsx --conditions=source packages/engine/test/retain/write-speed.ts [items]   (LOCOMO=path of locomo-dev.json)
// A measurement, not a test: nothing is asserted. Rates depend on what else the machine does; processor time an item (all threads) does not.

import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { RetainItem } from "../../src/domain/requests.js";
import { DATABASES } from "../support/database.js";
import { sharedEncoder } from "../support/encoder.js";
import { openEngine, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

const LOCOMO = process.env.LOCOMO ?? new URL("../../../../../shared/data/locomo/locomo-dev.json", import.meta.url).pathname;
const WANTED = Number(process.argv[2] ?? 1000);

interface Turn {
  readonly speaker: string;
  readonly text: string;
  readonly dia_id: string;
}

function turns(): readonly RetainItem[] {
  if (!existsSync(LOCOMO))
    return Array.from({ length: WANTED }, (_, i) => ({ content: `Ann: I saw the ${i}th heron at the lake in Delft today.` }));
  const conversations = JSON.parse(readFileSync(LOCOMO, "utf8")) as { conversation: Record<string, unknown> }[];
  const items = conversations.flatMap(({ conversation }, c) =>
    Object.keys(conversation)
      .filter((key) => /^session_\d+$/.test(key))
      .flatMap((key, s) =>
        (conversation[key] as Turn[]).map((turn, index) => ({
          content: `${turn.speaker}: ${turn.text}`,
          documentId: `${c}/${turn.dia_id}`,
          timestamp: new Date(Date.UTC(2023, 4, 8 + s) + index * 20_000).toISOString(),
          context: "conversation",
        })),
      ),
  );
  return items.slice(0, WANTED);
}

function batches<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

const rate = (n: number, ms: number): string => `${Math.round((n / ms) * 1000)}/s`;

async function backgroundSpeed(engine: TestEngine, items: readonly RetainItem[], name: string): Promise<void> {
  const bank = await engine.bank(name);
  await engine.retain(bank, "Warm up.");
  const acks: number[] = [];
  const start = performance.now();
  const cpu = process.cpuUsage();
  for (const batch of batches(items, 50)) {
    const from = performance.now();
    await engine.retain(bank, batch, { async: true });
    acks.push(performance.now() - from);
  }
  const acknowledged = performance.now() - start;
  await engine.operations?.idle();
  const written = performance.now() - start;
  await engine.embedding?.idle();
  const drained = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1000 / items.length;
  acks.sort((a, b) => a - b);
  process.stdout.write(
    `${name}: ack ${rate(items.length, acknowledged)} (p50 ${acks[acks.length >> 1]?.toFixed(1)} ms, max ${acks.at(-1)?.toFixed(0)} ms), ` +
      `written ${rate(items.length, written)}, drained ${rate(items.length, drained)}; processor ${cpuMs.toFixed(2)} ms an item\n`,
  );
}

async function synchronousSpeed(engine: TestEngine, items: readonly RetainItem[]): Promise<void> {
  const bank = await engine.bank("sync");
  const times: number[] = [];
  for (const item of items.slice(0, 120)) {
    const from = performance.now();
    await engine.retain(bank, [item]);
    times.push(performance.now() - from);
    await pause(5);
  }
  const sorted = times.slice(20).sort((a, b) => a - b);
  process.stdout.write(`sync, one item with its vector: p50 ${sorted[50]?.toFixed(1)} ms, p95 ${sorted[95]?.toFixed(1)} ms\n`);
}

const items = turns();
for (const database of DATABASES) {
  process.stdout.write(`--- ${database.name}, ${items.length} items\n`);
  const free = await openEngine(database, { encoder: wordEncoder() });
  await backgroundSpeed(free, items, "no encoder cost");
  await free.close();
  if (process.env.ENCODER !== "none") {
    await sharedEncoder().warm();
    const real = await openEngine(database);
    await synchronousSpeed(real, items);
    await backgroundSpeed(real, items, "local encoder");
    await real.close();
  }
}
process.exit(0);
