// Bad input: whatever arrives, the answer is a clear 4xx or it works; never a 5xx.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankPath, openServer, type Reply, type TestServer } from "../support/server.js";

let server: TestServer;
const BANK = "bad-input";
const MEMORIES = bankPath(BANK, "/memories");
const RECALL = bankPath(BANK, "/memories/recall");

beforeAll(async () => {
  server = await openServer();
  await server.retain(BANK, [{ content: "Ann rows on the canal in Delft.", document_id: "delft", tags: ["user:ann"] }]);
});
afterAll(() => server.close());

/** Every failure has a detail that a person can read, or a list of problems in the contract's form. */
function expectClear(reply: Reply): void {
  expect(reply.status, reply.text).toBeGreaterThanOrEqual(200);
  expect(reply.status, reply.text).toBeLessThan(500);
  if (reply.status < 400) return;
  const { detail } = reply.body;
  if (typeof detail === "string") {
    expect(detail.length).toBeGreaterThan(8);
    return;
  }
  expect(detail.length).toBeGreaterThan(0);
  for (const problem of detail) {
    expect(problem).toMatchObject({ type: expect.any(String), loc: expect.any(Array), msg: expect.any(String) });
    expect(Object.keys(problem)).toContain("input");
    expect(["body", "query", "path"]).toContain(problem.loc[0]);
  }
}

const item = (fields: object) => ({ items: [{ content: "A fact.", ...fields }] });

describe("retain", () => {
  it.each<[string, unknown, number, string | null]>([
    ["no items", {}, 422, "missing"],
    ["items that are no list", { items: "x" }, 422, "list_type"],
    ["an item that is no object", { items: ["x"] }, 422, "model_attributes_type"],
    ["no content", { items: [{}] }, 422, "missing"],
    ["null content", item({ content: null }), 422, "string_type"],
    ["a number as content", item({ content: 5 }), 422, "string_type"],
    ["blank content", item({ content: " \n\t" }), 422, "value_error"],
    ["content of NUL alone", item({ content: "\0\0" }), 422, "value_error"],
    ["an empty list of blocks", item({ content: [] }), 422, "too_short"],
    ["blank blocks", item({ content: [{ type: "text", text: " " }] }), 422, "value_error"],
    ["an unknown block", item({ content: [{ type: "video", text: "x" }] }), 422, "union_tag_invalid"],
    ["an image block", item({ content: [{ type: "image", source: { media_type: "image/png", data: "" } }] }), 400, null],
    ["a timestamp that is none", item({ timestamp: "yesterday" }), 422, "datetime_parsing"],
    ["a number as timestamp", item({ timestamp: 5 }), 422, "datetime_type"],
    ["a date that does not exist", item({ timestamp: "2023-02-29T00:00:00Z" }), 422, "datetime_parsing"],
    ["numbers in metadata", item({ metadata: { a: 1 } }), 422, "string_type"],
    ["metadata as a list", item({ metadata: [] }), 422, "dict_type"],
    ["numbers as tags", item({ tags: [1] }), 422, "string_type"],
    ["tags as an object", item({ tags: {} }), 422, "list_type"],
    ["a tag with NUL", item({ tags: ["a\0"] }), 422, "value_error"],
    ["a document id with NUL", item({ document_id: "a\0" }), 422, "value_error"],
    ["an entity without text", item({ entities: [{ type: "person" }] }), 422, "missing"],
    ["an unknown update mode", item({ update_mode: "merge" }), 422, "literal_error"],
    ["unknown observation scopes", item({ observation_scopes: "all" }), 422, "literal_error"],
    ["append without a document", item({ update_mode: "append" }), 400, null],
    ["an operation id that is no UUID", { ...item({}), async: true, operation_id: "mine" }, 400, null],
    [
      "repeated document ids when async",
      {
        items: [
          { content: "a", document_id: "d" },
          { content: "b", document_id: "d" },
        ],
        async: true,
      },
      400,
      null,
    ],
    ["async that is no flag", { ...item({}), async: "perhaps" }, 422, "bool_parsing"],
  ])("%s", async (_, body, status, type) => {
    const reply = await server.call("POST", MEMORIES, body);
    expectClear(reply);
    expect(reply.status, reply.text).toBe(status);
    if (type !== null) expect(reply.body.detail.map((problem: { type: string }) => problem.type)).toContain(type);
    else expect(reply.body.detail).toEqual(expect.any(String));
  });

  it.each<[string, unknown]>([
    ["tags as JSON text", item({ tags: '["json:a","json:b"]' })],
    ["tags as plain text", item({ tags: "plain" })],
    [
      "text blocks",
      item({
        content: [
          { type: "text", text: "Bob lives " },
          { type: "text", text: "in Ghent." },
        ],
      }),
    ],
    ["no date", item({ timestamp: "unset" })],
    ["special tokens", item({ content: "They wrote <|endoftext|> in the notes." })],
    ["a lone surrogate and NUL in prose", item({ content: "A \ud800 broken \0 text.", context: "a\0b", metadata: { "k\0": "v\0" } })],
    ["text of combining marks and emoji", item({ content: `Zoë e\u0301 👩‍👩‍👧 ${"\u0301".repeat(500)}` })],
    [
      "pollution keys",
      JSON.parse(
        '{"items":[{"content":"A fact.","__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"metadata":{"__proto__":"x","constructor":"y"}}]}',
      ),
    ],
    ["duplicate keys", '{"items":[{"content":"first","content":"The last one counts."}]}'],
    ["unknown keys", { ...item({ zoo: 1 }), zoo: 2 }],
  ])("takes %s", async (_, body) => {
    const reply = await server.call("POST", MEMORIES, body);
    expect(reply.status, reply.text).toBe(200);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("reads a string of tags as JSON, else as one tag, and joins text blocks with nothing between", async () => {
    await server.retain(BANK, [
      { content: "Tagged by JSON text.", tags: '["t:1","t:2"]', document_id: "t-json" },
      { content: "Tagged by plain text.", tags: "[not json", document_id: "t-plain" },
      {
        content: [
          { type: "text", text: "One " },
          { type: "text", text: "two." },
        ],
        document_id: "blocks",
      },
    ]);
    const read = async (id: string) => (await server.call("GET", bankPath(BANK, `/documents/${id}`))).body;
    expect((await read("t-json")).tags).toEqual(["t:1", "t:2"]);
    expect((await read("t-plain")).tags).toEqual(["[not json"]);
    expect((await read("blocks")).original_text).toBe("One two.");
  });

  it("names an unknown key of the body in a header", async () => {
    const reply = await server.call("POST", `${MEMORIES}?%C3%84=1&b=2`, { ...item({}), zoo: 1, async: false });
    expect(reply.headers["x-ignored-params"]).toBe("%C3%84, b, zoo");
    expect(reply.status, reply.text).toBe(200);
    const refused = await server.call("POST", MEMORIES, { items: 5, zoo: 1 });
    expect([refused.status, refused.headers["x-ignored-params"]]).toEqual([422, "zoo"]);
    const plain = await server.call("POST", MEMORIES, item({}));
    expect(plain.headers["x-ignored-params"]).toBeUndefined();
    const query = { query: "x", include: { chunk: {}, chunks: { max_token: 1 } } };
    const inside = await server.call("POST", `${MEMORIES}/recall`, query);
    expect([inside.status, inside.headers["x-ignored-params"]]).toEqual([200, "include.chunk, include.chunks.max_token"]);
  });

  it("names unknown keys and strategies of items in the header, and stores them by the bank's settings", async () => {
    const items = [
      { content: "One.", stratgy: "a", metadata: { free: "x" } },
      { content: "Two.", strategy: "nope" },
      { content: "Three.", stratgy: "b" },
    ];
    const reply = await server.call("POST", MEMORIES, { items });
    expect([reply.status, reply.headers["x-ignored-params"]]).toEqual([200, "items[].stratgy, items[].strategy=nope"]);
    expect(reply.body.receipt.stored).toBe(3);
    const later = await server.call("POST", MEMORIES, { items: [{ content: "Four.", strategy: "nope" }], async: true });
    expect([later.status, later.headers["x-ignored-params"]]).toEqual([200, "items[].strategy=nope"]);
  });
});

const leaves = (count: number) => Array.from({ length: count }, (_, at) => ({ tags: [`t${at}`] }));
const nested = (depth: number) => Array.from({ length: depth }).reduce<object>((group) => ({ not: group }), { tags: ["user:ann"] });

describe("recall", () => {
  it.each<[string, unknown, number, string | null]>([
    ["no query", {}, 422, "missing"],
    ["a blank query", { query: " " }, 422, "value_error"],
    ["a query without a word", { query: "?!…" }, 422, "value_error"],
    ["a query over the token cap", { query: "canal ".repeat(600) }, 400, null],
    ["an unknown budget", { query: "canal", budget: "extreme" }, 422, "enum"],
    ["an unknown type", { query: "canal", types: ["world", "fiction"] }, 422, null],
    ["types that are no list", { query: "canal", types: "world" }, 422, "list_type"],
    ["tags and tag groups", { query: "canal", tags: ["a"], tag_groups: [{ tags: ["a"] }] }, 422, null],
    ["an unknown tag mode", { query: "canal", tags_match: "some" }, 422, "literal_error"],
    ["a group that is none", { query: "canal", tag_groups: [{ nor: [] }] }, 422, "value_error"],
    ["more groups than a memory is asked about", { query: "canal", tag_groups: [{ or: leaves(256) }] }, 422, "too_long"],
    ["more tags in groups", { query: "canal", tag_groups: [{ tags: Array(1_001).fill("a") }] }, 422, "too_long"],
    ["groups nested deeper", { query: "canal", tag_groups: [nested(60)] }, 422, "too_long"],
    ["a reversed window", { query: "canal", temporal_window: { start: "2026-02-01", end: "2026-01-01" } }, 422, "value_error"],
    ["half a window", { query: "canal", temporal_window: { start: "2026-02-01" } }, 422, "missing"],
    ["a query time that is none", { query: "canal", query_timestamp: "now" }, 400, null],
    ["a fraction of a token", { query: "canal", max_tokens: 1.5 }, 422, "int_from_float"],
    ["more tokens than there are numbers", '{"query":"canal","max_tokens":1e999}', 422, "finite_number"],
    ["a floor that is no number", { query: "canal", min_scores: { final: "high" } }, 422, "float_parsing"],
    ["include that is no object", { query: "canal", include: [] }, 422, "model_attributes_type"],
  ])("%s", async (_, body, status, type) => {
    const reply = await server.call("POST", RECALL, body);
    expectClear(reply);
    expect(reply.status, reply.text).toBe(status);
    if (type === null) expect(reply.body.detail).toEqual(expect.any(String));
    else expect(reply.body.detail.map((problem: { type: string }) => problem.type)).toContain(type);
  });

  it("takes as many groups as the limit names, and the limit is the same for entities and in every place", async () => {
    const most = await server.call("POST", RECALL, { query: "canal", tag_groups: [{ or: leaves(255) }] });
    expect(most.status, most.text).toBe(200);
    const more = await server.call("POST", RECALL, { query: "canal", tag_groups: [{ or: leaves(256) }] });
    expect(more.body.detail[0].msg).toContain("256");
    const at = (groups: unknown) => bankPath(BANK, `/entities?tag_groups=${encodeURIComponent(JSON.stringify(groups))}`);
    expect((await server.call("GET", at([nested(60)]))).status).toBe(422);
    expect((await server.call("GET", at([nested(40)]))).status).toBe(200); // control
  });

  it("lists the allowed types when one is unknown", async () => {
    const { body } = await server.call("POST", RECALL, { query: "canal", types: ["fiction"] });
    for (const type of ["experience", "observation", "world"]) expect(body.detail).toContain(type);
  });

  it("ignores the retired type opinion, and finds nothing when it stands alone", async () => {
    expect((await server.call("POST", RECALL, { query: "canal", types: ["opinion"] })).body.results).toEqual([]);
    expect(
      (await server.call("POST", RECALL, { query: "canal", types: ["opinion", "world", "experience"] })).body.results.length,
    ).toBeGreaterThan(0);
    expect((await server.call("POST", bankPath("no-such-bank", "/memories/recall"), { query: "canal", types: ["opinion"] })).status).toBe(
      404,
    );
  });

  it.each<[string, unknown]>([
    ["extreme numbers", { query: "canal", max_tokens: 2_147_483_647, min_scores: { final: -1e308 } }],
    ["no room at all", { query: "canal", max_tokens: 0 }],
    ["less than no room", { query: "canal", max_tokens: -5 }],
    ["a query of quotes, operators and wildcards", { query: `canal' OR 1=1 -- " & | ! :* %_ \\ $1 {{}} <script>` }],
    ["right-to-left, CJK and emoji", { query: "قناة 運河 운하 👩‍👩‍👧" }],
    ["a lone surrogate and NUL", { query: "canal \ud800\0" }],
    ["empty lists", { query: "canal", types: [], tags: [], tags_match: "exact" }],
    ["a deep group", { query: "canal", tag_groups: [nested(40)] }],
    ["empty groups", { query: "canal", tag_groups: [{ and: [] }, { or: [] }] }],
    ["a query time of year 1", { query: "canal yesterday", query_timestamp: "0001-01-01" }],
    ["a query time of year 9999", { query: "canal tomorrow", query_timestamp: "9999-12-31T23:59:59+14:00" }],
    [
      "everything included",
      { query: "canal", trace: true, include: { entities: { max_tokens: 0 }, chunks: {}, source_facts: { max_tokens: 1 } } },
    ],
  ])("takes %s", async (_, body) => {
    const reply = await server.call("POST", RECALL, body);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.results).toEqual(expect.any(Array));
  });
});

describe("bodies", () => {
  const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  it.each<[string, string | Uint8Array, Record<string, string>, number, string | null]>([
    ["20,000 nested lists", "[".repeat(20_000), {}, 422, "json_invalid"],
    ["20,000 nested objects", deep, {}, 422, "json_invalid"],
    ["20,000 nested levels in a field", `{"items":[{"content":"x","metadata":${deep}}]}`, {}, 422, "json_invalid"],
    ["NaN", '{"items":[{"content":NaN}]}', {}, 422, "json_invalid"],
    ["Infinity", '{"items":[{"content":Infinity}]}', {}, 422, "json_invalid"],
    ["cut off", '{"items":[{"content":"x"', {}, 422, "json_invalid"],
    ["empty", "", {}, 422, "missing"],
    ["a list", "[]", {}, 422, "model_attributes_type"],
    ["a word", '"x"', {}, 422, "model_attributes_type"],
    ["null", "null", {}, 422, "model_attributes_type"],
    ["plain text by its type", '{"items":[]}', { "content-type": "text/plain" }, 422, "model_attributes_type"],
    ["a form", "items=1", { "content-type": "application/x-www-form-urlencoded" }, 422, "model_attributes_type"],
    ["invalid UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), {}, 400, null],
    ["UTF-16", Buffer.from('{"items":[]}', "utf16le"), {}, 422, "json_invalid"],
    ["compressed", "x", { "content-encoding": "gzip" }, 400, null],
  ])("%s", async (_, body, headers, status, type) => {
    for (const path of [MEMORIES, RECALL]) {
      const reply = await server.call("POST", path, body, { headers });
      expectClear(reply);
      expect(reply.status, reply.text).toBe(status);
      if (type !== null) expect(reply.body.detail[0].type).toBe(type);
    }
  });

  it("takes JSON under its other names, a byte order mark and no type at all", async () => {
    const body = '{"query":"canal"}';
    for (const type of ["application/json; charset=utf-8", "application/vnd.api+json", "APPLICATION/JSON"]) {
      expect((await server.call("POST", RECALL, body, { headers: { "content-type": type } })).status, type).toBe(200);
    }
    expect((await server.call("POST", RECALL, `\ufeff${body}`)).status).toBe(200);
  });
});

describe("query parameters", () => {
  it.each([
    ["/memories/list?limit=99999999999999999999", 422],
    ["/memories/list?limit=-1", 422],
    ["/memories/list?offset=-1", 422],
    ["/memories/list?limit=abc", 422],
    ["/memories/list?limit=", 422],
    ["/memories/list?limit=1.5", 422],
    ["/memories/list?limit=NaN", 422],
    ["/memories/list?limit=1e3", 422],
    ["/memories/list?tags_match=some", 422],
    ["/memories/list?time_field=deleted_at", 422],
    ["/memories/list?q=%00", 422],
    ["/memories/list?tags=a%00", 422],
    ["/memories/list?start_date=soon", 400],
    ["/memories/list?state=lost", 400],
    ["/memories/list?consolidation_state=lost", 400],
    ["/memories/list?entity_id=ann", 400],
    ["/memories/list?limit=0", 200],
    ["/memories/list?limit=2147483647&offset=2147483647", 200],
    ["/memories/list?type=fiction", 200],
    ["/memories/list?state=invalidated", 200],
    ["/memories/list?q=%25_%5C%27%22", 200],
    ["/memories/list?q=%ff%fe", 200],
    ["/memories/list?start_date=2026-01-01&zoo=%0A", 200],
    ["/memories/not-a-uuid", 400],
    ["/memories/00000000-0000-0000-0000-000000000000", 404],
    ["/documents?limit=-1", 422],
    ["/documents?tags_match=none", 422],
    ["/documents?end_date=soon", 400],
    ["/documents?q=%25&tags=%27", 200],
    ["/documents/delft/chunks?limit=0", 422],
    ["/documents/delft/chunks?limit=1001", 422],
    ["/documents/none", 404],
    ["/documents/none/chunks", 404],
    ["/entities?limit=-1", 422],
    ["/entities?tag_groups=%7B", 400],
    ["/entities?tag_groups=%5B%7B%22nor%22%3A1%7D%5D", 400],
    [`/entities?tag_groups=${"%5B".repeat(1_500)}`, 400],
    ["/entities/not-a-uuid", 400],
    ["/entities/00000000-0000-0000-0000-000000000000", 404],
    ["/tags?q=***%25%5C_", 200],
    ["/tags?source=dreams", 422],
    ["/tags?source=mental_models", 200],
    ["/graph?limit=-1", 422],
    ["/graph?limit=1.5", 422],
    ["/graph?limit=2147483647", 200],
    ["/graph?tags_match=some", 422],
    ["/graph?type=dreams&chunk_id=none&q=%25_", 200],
    ["/entities/graph?tag_groups=%7B", 400],
    ["/entities/graph?min_count=many", 422],
    ["/entities/graph?min_count=2147483647", 200],
    ["/stats/memories-timeseries?period=week&time_field=never", 200],
    ["/audit-logs?limit=0", 422],
    ["/audit-logs?limit=501", 422],
    ["/audit-logs?start_date=soon", 400],
    ["/audit-logs?action=nap&transport=pigeon", 200],
    ["/audit-logs/stats?period=1000y", 200],
    ["/audit-logs/not-a-uuid", 404],
    ["/audit-logs?action=%00", 422],
    ["/operations?limit=0", 422],
    ["/operations?limit=101", 422],
    ["/operations?status=lost", 200],
    ["/operations/not-a-uuid", 400],
    ["/stats?refresh=perhaps", 422],
    ["/profile", 410],
  ])("GET %s → %i", async (path, status) => {
    const reply = await server.call("GET", bankPath(BANK, path));
    expectClear(reply);
    expect(reply.status, reply.text).toBe(status);
  });
});
