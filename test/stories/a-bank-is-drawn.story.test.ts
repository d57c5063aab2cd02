// What the console draws of a bank, over HTTP and on both databases: memories and what ties them together, entities that are mentioned together, and when the
// memories were made, mentioned and happened.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { openServer, type TestEngine, type TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";

interface Node {
  readonly data: { readonly id: string; readonly label: string; readonly text: string; readonly mentionCount: number };
}
interface Edge {
  readonly data: Readonly<Record<"id" | "source" | "target" | "linkType" | "entityName", string>> & { readonly weight: number };
}

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

describe.each<TestEngine>(["pglite", "postgres"])("a bank is drawn on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let server: TestServer;
  let bank: StoryBank;

  beforeAll(async () => {
    if (!isThere) return;
    server = await openServer({}, engine);
    bank = storyBank(server);
    const person = (text: string) => ({ text, type: "person" });
    const items = [
      {
        content: "Ann keeps bees in Delft.",
        document_id: "d1",
        tags: ["work", "bees"],
        timestamp: hoursAgo(1),
        entities: [person("Ann"), person("Delft")],
      },
      {
        content: "Ann sold honey to Ben.",
        document_id: "d1b",
        tags: ["work"],
        timestamp: hoursAgo(2),
        entities: [person("Ann"), person("Ben")],
      },
      { content: "Ann and Ben met in Ghent.", document_id: "d2", timestamp: hoursAgo(24 * 40), entities: [person("Ann"), person("Ben")] },
      { content: "Nobody was there at all, as far as anyone remembers it.", document_id: "d3", timestamp: "unset", entities: [] },
    ];
    const reply = await bank.call("POST", "/memories", { items });
    expect(reply.status, reply.text).toBe(200);
    const other = storyBank(server);
    await other.retain("Ann keeps tulips in Delft.", { entities: [person("Ann"), person("Tulip")] });
  });
  afterAll(() => server?.close());

  const graph = async (query = "") => {
    const { status, body, text } = await bank.get(`/graph${query}`);
    expect(status, text).toBe(200);
    return body as {
      readonly nodes: readonly Node[];
      readonly edges: readonly Edge[];
      readonly table_rows: readonly unknown[];
      readonly total_units: number;
      readonly limit: number;
    };
  };
  const texts = async (query: string) => (await graph(query)).nodes.map(({ data }) => data.text).sort();

  it.skipIf(!isThere)("memories: nodes, rows and the entities that tie them", async () => {
    const { nodes, edges, table_rows: rows, total_units: total, limit } = await graph();
    expect([nodes.length, rows.length, total, limit]).toEqual([4, 4, 4, 1000]);
    expect(nodes.at(-1)?.data).toMatchObject({ label: "Nobody was there at all, as f…", entities: "", context: "", date: "" }); // without a date last
    expect(rows.at(-1)).toMatchObject({
      entities: "None",
      context: "N/A",
      mentioned_at: null,
      document_id: "d3",
      chunk_id: `${bank.id}_d3_0`,
      fact_type: "world",
    });
    const of = (text: string) => nodes.find(({ data }) => data.text === text)?.data.id as string;
    const ends = (edge: Edge) => [edge.data.source, edge.data.target].sort().join();
    const shared = edges.filter(({ data }) => data.linkType === "entity");
    const [bees, honey, ghent] = [of("Ann keeps bees in Delft."), of("Ann sold honey to Ben."), of("Ann and Ben met in Ghent.")];
    expect(shared.map((edge) => [ends(edge), edge.data.entityName]).sort()).toEqual(
      [
        [[bees, honey].sort().join(), "Ann"],
        [[bees, ghent].sort().join(), "Ann"],
        [[honey, ghent].sort().join(), "Ben, Ann"],
      ].sort(),
    );
    expect(new Set(edges.map(({ data }) => data.id)).size).toBe(edges.length);
    expect(JSON.stringify(nodes)).not.toContain("tulips"); // of the other bank
  });

  it.skipIf(!isThere)("memories by what is asked for, and no more than that", async () => {
    expect(await texts("?tags=work")).toEqual(["Ann keeps bees in Delft.", "Ann sold honey to Ben."]);
    expect(await texts("?tags=work&tags=bees")).toEqual(["Ann keeps bees in Delft."]); // all of them, unless it is said
    expect(await texts("?tags=bees&tags_match=any")).toEqual([
      "Ann and Ben met in Ghent.",
      "Ann keeps bees in Delft.",
      "Nobody was there at all, as far as anyone remembers it.",
    ]);
    expect(await texts("?document_id=d2")).toEqual(["Ann and Ben met in Ghent."]);
    expect(await texts(`?chunk_id=${bank.id}_d2_0`)).toEqual(["Ann and Ben met in Ghent."]);
    expect(await texts("?chunk_id=other_d2_0")).toEqual([]);
    expect(await texts("?q=HONEY")).toEqual(["Ann sold honey to Ben."]);
    expect(await texts("?type=experience")).toEqual([]);
    expect(await texts("?type=opinion")).toEqual([]);
    const one = await graph("?limit=1");
    expect([one.nodes.length, one.total_units, one.limit, one.edges]).toEqual([1, 4, 1, []]);
    const none = await graph("?limit=0");
    expect([none.nodes, none.total_units]).toEqual([[], 4]);
    expect((await graph("?limit=99999999")).limit).toBe(10_000);
    for (const wrong of ["?limit=-1", "?tags_match=some"]) expect((await bank.get(`/graph${wrong}`)).status).toBe(422);
  });

  it.skipIf(!isThere)("entities that are mentioned together, most often first, over what the filter leaves", async () => {
    const named = async (query: string) => {
      const { body, status, text } = await bank.get(`/entities/graph${query}`);
      expect(status, text).toBe(200);
      const name = new Map((body.nodes as readonly Node[]).map(({ data }) => [data.id, data.label]));
      const edges = (body.edges as readonly Edge[]).map(({ data }) => [
        [name.get(data.source), name.get(data.target)].sort().join(),
        data.weight,
      ]);
      return {
        body,
        edges,
        counts: Object.fromEntries((body.nodes as readonly Node[]).map(({ data }) => [data.label, data.mentionCount])),
      };
    };
    const all = await named("");
    expect(all.edges.slice(0, 1)).toEqual([["Ann,Ben", 2]]);
    expect(all.edges).toContainEqual(["Ann,Delft", 1]);
    expect(all.body).toMatchObject({ total_edges: all.edges.length, limit: 1000 });
    expect(all.counts).toMatchObject({ Ann: 3, Ben: 2, Delft: 1 });
    expect(all.body.edges[0].data).toMatchObject({ linkType: "cooccurrence", lastCooccurred: expect.stringMatching(/\+00:00$/) });
    expect(Date.parse(all.body.edges[0].data.lastCooccurred)).toBeGreaterThan(Date.now() - 3 * 3_600_000);
    expect((await named("?min_count=2")).edges).toEqual([["Ann,Ben", 2]]);
    const one = await named("?limit=1");
    expect([one.edges, one.body.total_edges]).toEqual([[["Ann,Ben", 2]], all.edges.length]);
    const work = await named("?tags=work&tags_match=any_strict");
    expect(work.edges).toContainEqual(["Ann,Ben", 1]);
    expect(work.counts).toMatchObject({ Ann: 2, Ben: 1 });
    const groups = encodeURIComponent(JSON.stringify([{ tags: ["bees"] }]));
    expect((await named(`?tag_groups=${groups}`)).edges).toEqual([["Ann,Delft", 1]]);
    expect((await named("?tags=nothing&tags_match=any_strict")).body).toMatchObject({
      nodes: [],
      edges: [],
      total_entities: 0,
      total_edges: 0,
    });
    expect((await bank.get("/entities/graph?tag_groups=nonsense")).status).toBe(400);
  });

  it.skipIf(!isThere)("memories over time, without gaps", async () => {
    const times = async (query: string) => {
      const { body, status, text } = await bank.get(`/stats/memories-timeseries${query}`);
      expect(status, text).toBe(200);
      const counts = body.buckets.map(
        (each: { readonly world: number; readonly experience: number; readonly observation: number }) =>
          each.world + each.experience + each.observation,
      );
      return { ...body, counts, sum: counts.reduce((all: number, one: number) => all + one, 0) };
    };
    const week = await times("");
    expect(week).toMatchObject({ bank_id: bank.id, period: "7d", trunc: "day", time_field: "created_at", sum: 4 });
    expect(week.buckets).toHaveLength(7);
    expect(week.counts.slice(0, 5)).toEqual([0, 0, 0, 0, 0]); // the day may have turned since
    expect(week.buckets.every(({ time }: { readonly time: string }) => /T00:00:00\+00:00$/.test(time))).toBe(true);
    expect(await times("?time_field=mentioned_at")).toMatchObject({ sum: 2, time_field: "mentioned_at" });
    expect(await times("?time_field=mentioned_at&period=90d")).toMatchObject({ sum: 3, period: "90d", trunc: "day" }); // that without a date is in none
    expect(await times("?time_field=mentioned_at&period=1d")).toMatchObject({ sum: 2, trunc: "hour" });
    expect((await times("?period=1h")).buckets).toHaveLength(60);
    expect(await times("?period=for-ever&time_field=tomorrow")).toMatchObject({ period: "7d", time_field: "created_at" });
  });

  it.skipIf(!isThere)("tags are those of memories, or of mental models when these are asked for", async () => {
    const model = { id: "bees", name: "Bees", source_query: "Who keeps bees?", tags: ["bees", "model"] };
    expect((await bank.call("POST", "/mental-models", model)).status).toBe(200);
    expect((await bank.get("/tags")).body).toMatchObject({
      items: [
        { tag: "work", count: 2 },
        { tag: "bees", count: 1 },
      ],
      total: 2,
    });
    const models = (await bank.get("/tags?source=mental_models&q=m*")).body;
    expect(models).toEqual({ items: [{ tag: "model", count: 1 }], total: 1, limit: 100, offset: 0 });
  });

  it.skipIf(!isThere)("a bank that is not there is not drawn, and a file that is not there is not downloaded", async () => {
    const none = storyBank(server);
    for (const path of ["/graph", "/graph?type=opinion", "/entities/graph", "/stats/memories-timeseries", "/audit-logs"]) {
      const reply = await none.get(path);
      expect([path, reply.status, reply.body]).toEqual([path, 404, { detail: `Bank '${none.id}' not found` }]);
    }
    const key = `banks/${bank.id}/exports/0b2f9c1e-1111-4222-8333-444455556666/transfer.zip`;
    for (const path of [key, encodeURIComponent(key), "../../../etc/passwd", "%2e%2e%2fhindsight"]) {
      expect((await server.call("GET", `/v1/default/files/download/${path}`)).status, path).toBe(404);
    }
  });
});
