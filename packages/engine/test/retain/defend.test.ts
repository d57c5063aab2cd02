import { describe, expect, test } from "vitest";
import { attachmentIdsIn } from "../../src/domain/attachments.js";
import type { RetainItem } from "../../src/domain/requests.js";
import { type DefensePolicy, NO_DEFENSE, readPolicy } from "../../src/guard/defense/index.js";
import { requireSome, screenItems } from "../../src/retain/defend.js";
import { guard } from "../../src/retain/guard.js";
import { CONTRACT, word } from "../guard/defense/samples.js";

const KEY = `gh${"p_"}${word(36)}`;
const LABEL = "[REDACTED:github_token]";
const REDACT = readPolicy({ rules: [{ on: "sensitive_data", action: "redact" }] });
const BLOCK = readPolicy({ rules: [{ on: "secrets", action: "block" }] });

const screened = (items: readonly RetainItem[], policy: DefensePolicy) =>
  screenItems(guard({ items }, new Date("2024-06-01T12:00:00Z"), { count: 5, bytes: 10_000 }), policy);

describe("screening the items of a retain", () => {
  test("every string that a caller sets is looked at", () => {
    const everywhere: RetainItem = {
      content: [
        { type: "text", text: `密钥${KEY}` },
        { type: "file", mediaType: "text/plain", data: Buffer.from(`key=${KEY}`).toString("base64"), filename: `${KEY}.txt` },
        { type: "image", mediaType: "image/png", data: Buffer.from(KEY).toString("base64") },
      ],
      context: `said of ${KEY}`,
      metadata: { value: KEY, [`k-${KEY}`]: "v" },
      tags: [KEY, `t-${KEY}`],
      entities: [{ text: `Ada ${KEY}` }],
      observationScopes: [[`s-${KEY}`]],
    };
    const [item] = screened([everywhere], REDACT).items;
    const { blobs = [], ...rest } = item ?? {};
    expect(JSON.stringify(rest)).not.toContain(KEY.slice(4));
    expect(item).toMatchObject({
      content: expect.stringContaining(`密钥${LABEL}`),
      context: `said of ${LABEL}`,
      metadata: { value: LABEL, [`k-${LABEL}`]: "v" },
      tags: [LABEL, `t-${LABEL}`],
      entities: [{ name: `Ada ${LABEL}` }],
      observationScopes: [[`s-${LABEL}`]],
    });
    expect(blobs.map(({ bytes }) => Buffer.from(bytes).toString("utf8"))).toEqual([`key=${LABEL}`, KEY]); // a picture is not read
    expect(item?.attachments.map(({ id }) => id)).toEqual(attachmentIdsIn(item?.content ?? ""));
    expect(item?.attachments.map(({ hash }) => hash)).toEqual(blobs.map(({ hash }) => hash));
  });

  test("an id that holds a secret blocks, since another id is another document", () => {
    const { items, blocked, report } = screened(
      [
        { content: "ok", documentId: KEY },
        { content: "ok", documentId: "b" },
      ],
      REDACT,
    );
    expect([items.map(({ documentId }) => documentId), blocked]).toEqual([["b"], [{ index: 0, documentId: LABEL }]]);
    expect(report?.violations).toMatchObject([{ index: 0, detector: "sensitive_data" }]);
  });

  test("all items are looked at before any is refused, and where none is left the refusal names each", () => {
    const left = screened(
      [
        { content: KEY, documentId: "a" },
        { content: `x ${CONTRACT.jwt?.found[0]}`, documentId: "b" },
      ],
      BLOCK,
    );
    expect(() => requireSome(left)).toThrow(
      expect.objectContaining({
        code: "memory_blocked",
        details: { violations: [expect.objectContaining({ index: 0, detector: "secrets" }), expect.objectContaining({ index: 1 })] },
      }),
    );
    expect(() => requireSome(screened([{ content: KEY }, { content: "fine" }], BLOCK))).not.toThrow();
    expect(() => requireSome(screened([{ content: KEY }], NO_DEFENSE))).not.toThrow();
  });

  test("nothing that is told of a secret holds it", () => {
    const { events, report } = screened([{ content: `${KEY} 4111 1111 1111 1111`, documentId: "a" }], REDACT);
    expect(JSON.stringify([events, report])).not.toContain(KEY.slice(5, -5));
    expect(events).toMatchObject([{ action: "redact", documentId: "a", matchedTypes: ["github_token", "credit_card"] }]);
  });

  test.each([
    [{ sourceTrust: "low" }, NO_DEFENSE, ["low", "none"]],
    [{ sourceTrust: "low" }, readPolicy({ low_trust: "keep" }), ["low", "clean"]],
    [{}, readPolicy({ default_trust: "low" }), ["low", "none"]],
    [{}, readPolicy({}), ["normal", "clean"]],
    [{ sourceTrust: "high" }, NO_DEFENSE, ["high", "all"]],
  ] as const)("%j is believed as far as the policy says", (given, policy, [trust, lessons]) => {
    expect(screened([{ content: "ok", ...given }], policy).items[0]).toMatchObject({ trust, lessons });
  });
});
