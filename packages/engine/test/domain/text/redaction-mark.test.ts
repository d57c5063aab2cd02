import { describe, expect, test } from "vitest";
import { findMentions } from "../../../src/domain/text/entities/index.js";
import { isOfMark, redactionMark, redactionMarks } from "../../../src/domain/text/redaction-mark.js";
import { readNames } from "../../../src/retain/distil/names.js";

const names = (text: string): readonly string[] => findMentions(text, { language: "en", speaker: null }).map(({ name }) => name);

describe("what memory defense left behind names nobody", () => {
  test.each([
    ["The deploy key is [REDACTED:github_token].", []],
    ["Bob paid with [REDACTED:credit_card] in Delft.", ["Bob", "Delft"]],
    ["We saw [REDACTED:API_KEY] and [REDACTED:ourRule].", []],
    ["We set `[REDACTED:github_token]` in config.yaml.", ["config.yaml"]],
    ["We call `curl -H [REDACTED:bearer_token] x` at noon.", []],
    ["We send [REDACTED:e-mail] to https://example.com/a?key=[REDACTED:api_key] today.", []],
    ["The text ends in [REDACTED:github_tok", []],
  ])("%s", (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  test("the same words outside of a mark are names", () => {
    expect(names("We call github_token for [REDACTED:github_token].")).toEqual(["github_token"]);
  });

  test("names by a model that stand only in a mark are left out", () => {
    const text = "Bob paid with [REDACTED:credit_card] and keeps a [REDACTED:github_token]. His token is new.";
    const given = ["Bob", "credit_card", "Credit Card", "REDACTED", "[REDACTED:github_token]", "github_token", "token", "Utrecht"];
    expect(readNames(given, [], text).map(({ name }) => name)).toEqual(["Bob", "token", "Utrecht"]);
    expect(readNames(["credit_card"], [], "Bob paid by credit_card.").map(({ name }) => name)).toEqual(["credit_card"]);
  });
});

test("a mark is found where it is written", () => {
  const text = `a ${redactionMark("api_key")} b`;
  expect(redactionMarks(text).map(({ start, end }) => text.slice(start, end))).toEqual(["[REDACTED:api_key]"]);
  expect(isOfMark("b", text)).toBe(false);
});
