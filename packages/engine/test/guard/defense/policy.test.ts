import { describe, expect, test } from "vitest";
import { DETECTORS } from "../../../src/guard/defense/detectors/index.js";
import { nearDetector, readPolicy, unknownDetectors } from "../../../src/guard/defense/policy.js";
import { fingerprint, redact } from "../../../src/guard/defense/redact.js";
import { word } from "./samples.js";

const GITHUB = `ghp_${word(36)}`;
const ANTHROPIC = `sk-ant-${word(24)}`;

type Rule = { readonly on: string; readonly action: string };
const screened = (text: string, ...rules: readonly Rule[]) => redact(text, readPolicy({ enabled: true, rules }).actions);

describe("a policy", () => {
  test("redacts under the contract's one detector, and names what it took out", () => {
    const { text, hits } = screened(`令牌${GITHUB}和 ${ANTHROPIC}.`, { on: "sensitive_data", action: "redact" });
    expect(text).toBe("令牌[REDACTED:github_token]和 [REDACTED:anthropic_key].");
    expect(hits.map(({ label, action }) => [label, action])).toEqual([
      ["github_token", "redact"],
      ["anthropic_key", "redact"],
    ]);
  });

  test("of rules for the same thing the first decides; one for a detector goes before one for its family, and that before one for all", () => {
    const rules = [
      { on: "sensitive_data", action: "redact" },
      { on: "sensitive_data", action: "block" },
      { on: "github_token", action: "block" },
      { on: "personal_data", action: "allow" },
    ];
    const { text, hits } = screened(`${GITHUB} ${ANTHROPIC} 536-90-4399`, ...rules);
    expect(text).toBe("[REDACTED:github_token] [REDACTED:anthropic_key] 536-90-4399");
    expect(hits.map(({ action }) => action)).toEqual(["block", "redact"]);
  });

  test("what is allowed by name is not taken by a more general detector behind it", () => {
    expect(screened(ANTHROPIC, { on: "sensitive_data", action: "redact" }, { on: "anthropic_key", action: "allow" }).text).toBe(ANTHROPIC);
    expect(screened(ANTHROPIC, { on: "openai_key", action: "redact" }).text).toBe("[REDACTED:openai_key]");
  });

  test("matches over one another are one, by the name of the longest", () => {
    const { text, hits } = screened(`postgres://app:${ANTHROPIC}@db.example.com/main`, { on: "sensitive_data", action: "redact" });
    expect(text).toBe("[REDACTED:db_url_postgres]");
    expect(hits).toHaveLength(1);
  });

  test("addresses and numbers that are often meant to be remembered need a rule of their own", () => {
    expect(screened("ada@example.org", { on: "sensitive_data", action: "redact" }).hits).toEqual([]);
    expect(screened("ada@example.org", { on: "email_address", action: "redact" }).text).toBe("[REDACTED:email_address]");
  });

  test("switched off, absent or empty it does nothing; without `enabled` it is on", () => {
    const rules = [{ on: "sensitive_data", action: "block" }];
    for (const stored of [null, undefined, { enabled: false, rules }, { enabled: true }, { enabled: true, rules: [] }]) {
      expect(readPolicy(stored).actions.size).toBe(0);
    }
    expect(readPolicy({ rules }).actions.size).toBe(DETECTORS.filter((one) => one.isInSensitiveData).length);
  });

  test("one that cannot be read refuses everything", () => {
    for (const stored of ["on", [], { enabled: "yes" }, { rules: [{ action: "block" }] }, { rules: [{ on: "x", action: "drop" }] }]) {
      expect(() => readPolicy(stored)).toThrow(expect.objectContaining({ code: "memory_defense_invalid", status: 422 }));
    }
  });

  test("names that nothing answers to are kept and told", () => {
    const stored = {
      rules: [
        { on: "sensitive_data", action: "redact" },
        { on: "githubtoken", action: "block" },
      ],
    };
    expect(unknownDetectors(stored)).toEqual(["githubtoken"]);
    expect([nearDetector("githubtoken"), nearDetector("emial_address"), nearDetector("weather")]).toEqual([
      "github_token",
      "email_address",
      null,
    ]);
  });
});

test("a fingerprint tells a secret again and gives nothing away", () => {
  expect(["12345", "123456", "123456789012345", GITHUB].map(fingerprint)).toEqual([
    "[redacted]",
    "12…56",
    "12…45",
    `ghp_…${GITHUB.slice(-4)}`,
  ]);
});
