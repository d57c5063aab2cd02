// The server is killed with -9 in the middle of 1,000 retains, twenty times, and started again on the same folder:
//   npx tsx test/kill-nine.ts [rounds] [seed]          (build first; takes a few minutes)
// In: rounds (20) and a seed for where. Out: what was acknowledged, what is missing, what is there twice, how long each reopening took; exit 1 on a loss.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Api, bankPath, connect, drained } from "../bench/lib/api.js";
import { seeded } from "../bench/lib/random.js";
import { spread } from "../bench/lib/results.js";
import { startServer } from "../bench/lib/server.js";

const RETAINS = 1_000;
const CLIENTS = 8;
const BANK = "kill";

const rounds = Number(process.argv[2] ?? 20);
const random = seeded(Number(process.argv[3] ?? 7));
const dataDir = mkdtempSync(path.join(tmpdir(), "hindsight-kill-"));
const acknowledged = new Set<string>();
const sent = new Set<string>();
const reopenMs: number[] = [];

for (let round = 0; round < rounds; round += 1) {
  const server = await startServer({ dataDir });
  if (round > 0) reopenMs.push(server.startMs);
  const killAt = 50 + Math.floor(random() * (RETAINS - 100));
  const got = await retainUntilKilled(server.url, server.pid, round, killAt);
  console.error(`round ${round + 1}: killed after ${got} acknowledged retains; up again in the next`);
}

const server = await startServer({ dataDir });
reopenMs.push(server.startMs);
const api = connect(server.url);
await drained(api, BANK);
const stored = await everyText(api);
const lost = [...acknowledged].filter((text) => !stored.has(text));
const twice = [...stored].filter(([, count]) => count > 1).map(([text]) => text);
const unknown = [...stored.keys()].filter((text) => !sent.has(text));
await server.stop();
api.close();
rmSync(dataDir, { recursive: true, force: true });

console.log(
  JSON.stringify({
    rounds,
    sent: sent.size,
    acknowledged: acknowledged.size,
    stored: stored.size,
    lost,
    twice,
    unknown,
    reopenMs: spread(reopenMs),
  }),
);
process.exitCode = lost.length + twice.length + unknown.length === 0 && acknowledged.size > rounds * 50 ? 0 : 1;

/** Half of the retains wait for their vector, half are queued. Resolves when the server is dead and every client knows it. */
async function retainUntilKilled(url: string, pid: number, round: number, killAt: number): Promise<number> {
  const api = connect(url);
  let next = 0;
  let got = 0;
  let dead = false;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (!dead && next < RETAINS) {
        const number = next++;
        const text = `Statement ${round}-${number} was made in round ${round} under number ${number}.`;
        sent.add(text);
        try {
          await api.call("POST", bankPath(BANK, "/memories"), {
            items: [{ content: text, document_id: `d-${round}-${number}` }],
            async: number % 2 === 0,
          });
        } catch (error) {
          if (dead) return; // the connection broke with the server: nothing was promised
          throw error;
        }
        acknowledged.add(text);
        got += 1;
        if (got === killAt) {
          dead = true;
          process.kill(pid, "SIGKILL");
        }
      }
    }),
  );
  if (!dead) process.kill(pid, "SIGKILL");
  api.close();
  return got;
}

async function everyText(api: Api): Promise<ReadonlyMap<string, number>> {
  const texts = new Map<string, number>();
  for (let offset = 0; ; offset += 1000) {
    const { body } = await api.call<{ items: readonly { text: string }[]; total: number }>(
      "GET",
      bankPath(BANK, `/memories/list?limit=1000&offset=${offset}`),
    );
    for (const { text } of body.items) texts.set(text, (texts.get(text) ?? 0) + 1);
    if (body.items.length === 0) return texts;
  }
}
