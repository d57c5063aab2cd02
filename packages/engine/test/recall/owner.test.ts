import { expect, test } from "vitest";
import { owner } from "../../src/recall/signals/owner.js";
import { askedOf, type Seen } from "../../src/recall/signals/seen.js";

const owns = (question: string, text: string) => owner({ asked: askedOf(question), candidate: { row: { text } } } as unknown as Seen);

test.each([
  ["Which books has Ann read?", "Ann: I loved that one."],
  ["What are Ann's hobbies?", "Ann: I row."],
  ["Which books has ann read?", "Ann Baker: I loved that one."],
  ["What has José painted?", "Jose: A boat."],
  ["张伟读过哪些书？", "张伟：我喜欢那本。"],
])("%s is asked of whoever says: %s", (question, text) => expect(owns(question, text)).toBe(1));

test.each([
  ["Which books has Ann read?", "Ben: Ann loved that one."],
  ["Which books has Annika read?", "Ann: I loved that one."],
  ["Which books has Ann read?", "I loved that one."],
  ["张伟读过哪些书？", "李娜：我喜欢那本。"],
])("%s is not asked of whoever says: %s", (question, text) => expect(owns(question, text)).toBe(0));
