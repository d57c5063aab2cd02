import { describe, expect, test } from "vitest";
import { DETECTORS } from "../../../src/guard/defense/detectors/index.js";
import { find } from "../../../src/guard/defense/find.js";
import { CONTRACT, FURTHER, hex, word } from "./samples.js";

const SAMPLES = { ...CONTRACT, ...FURTHER };

/** What the detector of this name finds in a text. */
function found(name: string, text: string): readonly string[] {
  const detector = DETECTORS.find((one) => one.name === name);
  if (detector === undefined) throw new Error(`There is no detector ${name}.`);
  return find(detector, text).map(({ start, end }) => text.slice(start, end));
}

test("the contract's 45 detectors are there by their names, and each detector has a sample", () => {
  const names = DETECTORS.map(({ name }) => name);
  expect(Object.keys(CONTRACT)).toHaveLength(45);
  expect([...names].sort()).toEqual(Object.keys(SAMPLES).sort());
  expect(names.filter((name) => name in CONTRACT)).toHaveLength(45);
});

describe.each(Object.entries(SAMPLES))("%s", (name, { found: samples, missed }) => {
  test("is found alone, in a sentence, in quotes, beside Chinese, Japanese and Korean, and twice", () => {
    for (const secret of samples) {
      const expected = [secretIn(name, secret)];
      for (const text of [
        secret,
        `It is ${secret} .`,
        `{"key":"${secret}"}`,
        `密钥是${secret}请保密`,
        `鍵は${secret}です`,
        `키는${secret}입니다`,
        `（${secret}）`,
      ]) {
        expect(found(name, text), text).toEqual(expected);
      }
      expect(found(name, `${secret}\n和\n${secret}`)).toEqual([...expected, ...expected]);
    }
  });
  test("is not found in what only looks like it, nor glued to other ASCII letters", () => {
    for (const text of missed) expect(found(name, text), text).toEqual([]);
    const [secret = ""] = samples;
    if (/^[A-Za-z0-9]/.test(secret) && !secret.startsWith("http") && !secret.startsWith("Account") && name !== "email_address")
      expect(found(name, `x9_${secret}`)).toEqual([]);
  });
});

/** The part of a sample that is the secret. */
function secretIn(name: string, text: string): string {
  if (name === "aws_secret_key")
    return text
      .slice(-41)
      .replace(/^[ "]+|"$/g, "")
      .slice(-40);
  if (name === "azure_storage_key") return `${word(86)}==`;
  return text.replace(/^https:\/\/(?=hooks|discord)/, "");
}

test("of a fixed length, one character more makes it none", () => {
  expect(found("github_token", `ghp_${word(37)}`)).toEqual([]);
  expect(found("twilio_api_key", `SK${hex(33)}`)).toEqual([]);
  expect(found("ssn_us", "536-90-43990")).toEqual([]);
  expect(found("google_api_key", `AIza${word(36)}`)).toEqual([]);
});

test("a private key is found to the end of its last line, in JSON too, and to the end of its body where that line is missing", () => {
  const [key = ""] = CONTRACT.private_key_pem?.found ?? [];
  expect(found("private_key_pem", `before ${key} after`)).toEqual([key]);
  const escaped = key.replaceAll("\n", "\\n");
  expect(found("private_key_pem", `{"key":"${escaped}\\n","id":1}`)).toEqual([escaped]);
  const cut = key.slice(0, key.indexOf("==\n") + 2);
  expect(found("private_key_pem", `${cut}\nAnd then we went home.`).join("").trim()).toBe(cut);
  expect(found("private_key_pem", `${key}\n我们\n${key}`)).toEqual([key, key]);
});
