// The zone that a server's machine is in is nobody's: servers at both ends of the day store the same dates and recall the same.

import { expect, test } from "vitest";
import { type LlmCall, type LlmReply, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { freshServerDatabase } from "../../packages/engine/test/support/server-databases.js";
import { bankPath } from "../support/server.js";
import { startChildServer } from "./child-server.js";

const ITEMS = [
  { content: "Ann: I flew to Oslo yesterday.", timestamp: "2024-03-10T23:30:00", document_id: "naive" },
  { content: "Ben: We moved to Delft last Friday.", timestamp: "2024-03-10T23:30:00+13:00", document_id: "east" },
  { content: "Cas: The concert is tomorrow at 8 pm.", timestamp: "2024-12-31T22:00:00-11:00", document_id: "west" },
  { content: "Dee: I bought a boat in June 2023.", timestamp: "2024-01-01T00:00:00Z", document_id: "zulu" },
  { content: "Eve: It rained two days ago.", timestamp: "2024-02-29", document_id: "day" },
  { content: "Fay: The bakery opens on 3 May 2024.", timestamp: "unset", document_id: "unset" },
];

/** The dates that a model would give: with a zone, without one, a day alone, and none, where the words must do. */
const DATES: Readonly<Record<string, string | null>> = {
  Ann: null,
  Ben: "2024-03-08",
  Cas: "2025-01-01T20:00:00",
  Dee: "2023-06",
  Eve: "2024-02-27T00:00:00Z",
  Fay: "2024-05-03T00:00:00",
};

function read({ content }: LlmCall): LlmReply {
  const name = Object.keys(DATES).find((each) => content.includes(each)) ?? "";
  if (name === "") return { text: "ready" };
  const what = content.replace(/^.*?: /su, `${name} said: `).trim();
  return { json: { facts: [{ what, fact_kind: "event", fact_type: "world", occurred_start: DATES[name], entities: [name] }] } };
}

/** What a server at `zone` stores and finds; ids and moments of now left out. */
async function lived(zone: string, model: Readonly<Record<string, string>>): Promise<unknown> {
  const database = await freshServerDatabase("pglite");
  const server = await startChildServer({ TZ: zone, ...database.env, ...model });
  try {
    const retained = await server.call("POST", bankPath("zone", "/memories"), { items: ITEMS });
    expect(retained.status, retained.text).toBe(200);
    const listed = (await server.call("GET", bankPath("zone", "/memories/list?limit=100"))).body.items as readonly Dated[];
    const dates = listed.map(({ text, document_id, occurred_start, occurred_end, mentioned_at }) => [
      document_id,
      text,
      occurred_start,
      occurred_end,
      document_id === "unset" ? null : mentioned_at,
    ]);
    const found: unknown[] = [];
    for (const query of ["Who flew yesterday?", "What happened in March 2024?", "What is on 1 January 2025?", "What happened last week?"]) {
      for (const query_timestamp of ["2024-03-11T00:10:00", "2024-03-11T00:10:00+14:00"]) {
        const reply = await server.call("POST", bankPath("zone", "/memories/recall"), { query, query_timestamp });
        expect(reply.status, reply.text).toBe(200);
        found.push(reply.body.results.map((result: { readonly text: string }) => result.text));
      }
    }
    return { dates: dates.sort((a, b) => String(a).localeCompare(String(b))), found };
  } finally {
    await server.kill("SIGTERM");
    await database.drop();
  }
}

interface Dated {
  readonly text: string;
  readonly document_id: string;
  readonly occurred_start: string | null;
  readonly occurred_end: string | null;
  readonly mentioned_at: string | null;
}

test.each(["the local reader", "a model"])(
  "with %s, servers on both sides of the date line store the same dates and recall the same",
  {
    timeout: 240_000,
  },
  async (reader) => {
    const llm = await startScriptedLlm(read);
    try {
      const model = reader === "a model" ? llm.env : {};
      const [midway, kiritimati] = [await lived("Pacific/Midway", model), await lived("Pacific/Kiritimati", model)];
      expect(midway).toEqual(kiritimati);
      const { dates } = midway as { readonly dates: readonly (readonly (string | null)[])[] };
      const startOf = (id: string): string => String(dates.find(([document]) => document === id)?.[2]);
      expect(startOf("east")).toBe("2024-03-07T11:00:00+00:00"); // 8 March, on a clock of +13
      expect(Date.parse(startOf("naive"))).toBe(Date.parse("2024-03-09T00:00:00Z"));
      expect(Date.parse(startOf("zulu"))).toBe(Date.parse("2023-06-01T00:00:00Z"));
      expect(Date.parse(startOf("west"))).toBe(Date.parse("2025-01-02T07:00:00Z"));
      expect(llm.calls.length > 1).toBe(reader === "a model");
    } finally {
      await llm.close();
    }
  },
);
