import { expect, test } from "vitest";
import { detectLanguage } from "../../../src/domain/text/language.js";

test.each([
  ["I moved to Delft last year.", "en"],
  ["Ich wohne seit drei Jahren in Berlin.", "de"],
  ["Nous avons acheté une nouvelle voiture.", "fr"],
  ["La reunión es el martes a las diez.", "es"],
  ["Il server è stato riavviato ieri sera.", "it"],
  ["De vergadering is dinsdag om tien uur.", "nl"],
  ["Moja siostra pracuje w banku.", "pl"],
  ["Kız kardeşim bir bankada çalışıyor.", "tr"],
  ["我住在北京。", "zh"],
  ["我用 TypeScript 写 hindsight 服务", "zh"],
  ["東京に住んでいます。", "ja"],
  ["서울에 살아요.", "ko"],
  ["Я живу в Москве.", "ru"],
  ["Я живу в Києві.", "uk"],
  ["أعيش في القاهرة", "ar"],
  ["Μένω στην Αθήνα.", "el"],
  ["ฉันอยู่กรุงเทพ", "th"],
])("%s is %s", (text, language) => {
  expect(detectLanguage(text)).toBe(language);
});

test.each([["ok"], ["Max Müller"], ["ERR-7F13-1133"], ["12345"], [""], ["😀"], ["Server restart"]])("%s does not tell", (text) => {
  expect(detectLanguage(text)).toBeNull();
});

test.each([["Ann Moreau lives in Delft."], ["Maria Garcia works at Banco Santander."], ["Jean Dupont likes Paris."]])(
  "foreign names do not make a short sentence foreign: %s",
  (text) => {
    expect([null, "en"]).toContain(detectLanguage(text));
  },
);

test.each([
  ["Jean habite à Paris.", "fr"],
  ["Pedro mora em Lisboa.", "pt"],
  ["Ann woont in Delft.", "nl"],
])("and a foreign one with names stays so: %s", (text, language) => {
  expect(detectLanguage(text)).toBe(language);
});

test("a name in another script does not change the language of a sentence", () => {
  expect(detectLanguage("I met 张伟 at the office yesterday with my boss.")).toBe("en");
});
