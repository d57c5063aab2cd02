import { expect, test } from "vitest";
import { foldText } from "../../src/domain/text/fold.js";
import { soughtDetail } from "../../src/domain/text/sought-detail.js";
import { detail } from "../../src/recall/signals/detail.js";
import { askedOf, type Seen } from "../../src/recall/signals/seen.js";

const holds = (question: string, text: string, { language = "en" as string | null, isTalk = false } = {}) =>
  detail({ question: { isTalk }, asked: askedOf(question), candidate: { row: { text, language } } } as unknown as Seen);

test.each([
  ["When did Ann move?", "time"],
  ["Since when does Ann row?", "time"],
  ["How long has Ann lived there?", "time"],
  ["What time does the shop open?", "time"],
  ["Seit wann rudert Anna?", "time"],
  ["Depuis quand rame-t-elle ?", "time"],
  ["¿Hasta cuándo abre la tienda?", "time"],
  ["张伟什么时候搬家？", "time"],
  ["Who lent Ann the boat?", "name"],
  ["With whom does Ann row?", "name"],
  ["Which city did Ann move to?", "name"],
  ["Wo wohnt Anna?", "name"],
  ["Où habite Anne ?", "name"],
  ["¿Dónde vive Ana?", "name"],
  ["What did Ann say when she moved?", null],
  ["How many boats has Ann?", null],
  ["Why does Ann know where the boat is?", null],
  ["Which books has Ann read?", null],
] as const)("%s asks for: %s", (question, kind) => expect(soughtDetail(foldText(question))).toBe(kind));

test.each([
  ["When did Ann move?", "Ann: We moved last week."],
  ["When did Ann move?", "Ann: It was in May, I think."],
  ["How long has Ann lived there?", "Ann: For ten years."],
  ["Until when can I eat?", "The canteen closes at three."],
  ["Who lent Ann the boat?", "Ann: I have it from Ben."],
  ["Where does Ann live?", "Ann: I love it in Delft."],
])("%s is answered by a detail of: %s", (question, text) => expect(holds(question, text)).toBe(1));

test.each([
  ["When did Ann move?", "Ann: We may move again."],
  ["When did Ann move?", "Ann: I moved to Delft."],
  ["Who lent Ann the boat?", "Ben: I saw it, Ann."],
  ["Who lent Ann the boat?", "Somebody did."],
  ["Why did Ann move?", "Ann: We moved to Delft last week."],
])("%s is not answered by a detail of: %s", (question, text) => expect(holds(question, text)).toBe(0));

test.each([
  ["Wann zieht Anna um?", "Anna: Im März.", "de"],
  ["Quand Anne déménage-t-elle ?", "Anne: En août.", "fr"],
  ["¿Cuándo se muda Ana?", "Ana: El miércoles.", "es"],
  ["张伟什么时候搬家？", "张伟：三月。", "zh"],
])("%s is answered in its language by: %s", (question, text, language) => expect(holds(question, text, { language })).toBe(1));

test("German capitals name nothing, and a stretch of talk asks for nothing", () => {
  expect(holds("Wer hat Anna das Boot geliehen?", "Ich habe ein schönes Haus gesehen.", { language: "de" })).toBe(0);
  expect(holds("When did Ann move?", "We moved last week.", { isTalk: true })).toBe(0);
});
