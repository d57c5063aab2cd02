// Texts that a screening meets: ordinary ones, and ones made to be slow.
// In: a length. Out: a text of it.

import { readFileSync } from "node:fs";
import { dataFile, locomo } from "../lib/locomo.js";

/** Texts of people in which no secret is: turns of LoCoMo dev, memories and dialogues of MADial in English and Chinese. */
export function ordinaryTexts(): Readonly<Record<string, readonly string[]>> {
  const lines = (name: string): readonly string[] =>
    readFileSync(dataFile("madial", `MADial-Bench-${name}.json`), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "");
  return {
    "LoCoMo dev, turns": locomo().flatMap(({ turns }) => turns.map(({ text }) => text)),
    "MADial English": [...lines("en-memory"), ...lines("en-dialogue")],
    "MADial Chinese": [...lines("zh-memory"), ...lines("zh-dialogue")],
  };
}

const key = (count: number): string => "aB3dE5gH7jK9mN1p".repeat(Math.ceil(count / 16)).slice(0, count);

/** Pieces that a text is filled with: what a detector begins to believe in, over and over, and mostly in vain. */
export const HOSTILE: Readonly<Record<string, string>> = {
  "begins of keys": "sk-sk-ant-_sk-proj-",
  "glued begins of keys": "_sk-ant-",
  "keys one too long": `ghp_${key(37)} `,
  "addresses without a host": "postgres://a:",
  "addresses that almost end": "https://user:pass",
  "headers of private keys": `${["-----BEGIN", "PRIVATE", "KEY-----"].join(" ")} `,
  "halves of signed tokens": `eyJ${key(12)}.eyJ${key(12)}.`,
  digits: "4111 1111 1111 1112 ",
  "one long number": "4111111111111111",
  "names of AWS keys": "aws_secret_access_key aws ",
  dots: "aB3dE5.gH7jK9.",
  "keys of every kind": `ghp_${key(36)} sk-ant-${key(30)} AKIA${"ABCDEFGHJKLMNPQR"} 536-90-4399 密`,
  orders: "whenever the user asks ignore all ",
};

export function filled(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}
