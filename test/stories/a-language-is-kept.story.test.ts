import { expect } from "vitest";
import { describeWithModel, memoriesOf } from "../support/model-server.js";
import { type StoryBank, story } from "../support/story.js";

/** Conversations, what a model makes of them, and the names and words that must come out as they went in. */
const TALKS = {
  Chinese: {
    content: "张伟：我上周搬到了杭州。\n李娜：你在杭州做什么工作？\n张伟：我在浙江大学教数学。",
    facts: [
      { what: "张伟上周搬到了杭州", entities: ["张伟", "杭州"] },
      { what: "张伟在浙江大学教数学", entities: ["张伟", "浙江大学"] },
    ],
    names: ["张伟"],
    question: "谁在浙江大学教数学？",
    answer: "浙江大学",
    foreign: /Zhang|Hangzhou/,
  },
  Japanese: {
    content: "佐藤: 先週、京都で新しいカフェを開きました。\n田中: おめでとうございます。名前は何ですか。\n佐藤: 「青い鳥」という名前です。",
    facts: [
      { what: "佐藤は京都で新しいカフェを開いた", entities: ["佐藤", "京都"] },
      { what: "佐藤のカフェの名前は「青い鳥」です", entities: ["佐藤", "青い鳥"] },
    ],
    names: ["佐藤"],
    question: "佐藤のカフェの名前は何ですか。",
    answer: "青い鳥",
    foreign: /Sato|Kyoto/,
  },
  Arabic: {
    content: "أحمد: انتقلت إلى القاهرة في الشهر الماضي.\nفاطمة: ماذا تعمل هناك؟\nأحمد: أعمل طبيباً في مستشفى النيل.",
    facts: [
      { what: "انتقل أحمد إلى القاهرة في الشهر الماضي", entities: ["أحمد", "القاهرة"] },
      { what: "يعمل أحمد طبيباً في مستشفى النيل", entities: ["أحمد", "مستشفى النيل"] },
    ],
    names: ["أحمد"],
    question: "أين يعمل أحمد طبيباً؟",
    answer: "مستشفى النيل",
    foreign: /Ahmed|Ahmad|Cairo/,
  },
  German: {
    content:
      "Jürgen Groß: Ich bin im März nach Köln gezogen.\nÄnne: Was machst du dort?\nJürgen Groß: Ich baue Geigen in einer Werkstatt am Rhein.",
    facts: [
      { what: "Jürgen Groß ist im März nach Köln gezogen", entities: ["Jürgen Groß", "Köln"] },
      { what: "Jürgen Groß baut Geigen in einer Werkstatt am Rhein", entities: ["Jürgen Groß", "Rhein"] },
    ],
    names: ["Jürgen Groß"],
    question: "Wer baut Geigen am Rhein?",
    answer: "Geigen",
    foreign: /Juergen|Jurgen|Cologne|Koln/,
  },
} as const;

type Talk = (typeof TALKS)[keyof typeof TALKS];

async function requireKept(bank: StoryBank, talk: Talk): Promise<void> {
  const entities = (await bank.get("/entities?limit=100")).body.items as readonly { readonly canonical_name: string }[];
  expect(entities.map(({ canonical_name }) => canonical_name)).toEqual(expect.arrayContaining([...talk.names]));
  const everything = await bank.everyText();
  expect(everything).not.toMatch(talk.foreign);
  expect((await bank.get("/documents/talk")).body.original_text).toBe(talk.content);
  expect((await bank.recallTexts(talk.question)).join("\n")).toContain(talk.answer);
}

story("conversations in four languages keep their words and their names without a model", async ({ newBank }) => {
  for (const talk of Object.values(TALKS)) {
    const bank = newBank();
    const reply = await bank.retain(talk.content, { document_id: "talk", timestamp: "2024-05-04T10:00:00Z" });
    expect(reply.body.receipt.stored).toBeGreaterThanOrEqual(2);
    const texts = (await memoriesOf(bank)).map(({ text }) => text).join("\n");
    for (const line of talk.content.split("\n")) expect(texts).toContain(line.split(/[:：]\s*/u)[1]);
    await requireKept(bank, talk);
  }
});

describeWithModel(
  "conversations in four languages",
  ({ content }) => {
    const talk = Object.values(TALKS).find((each) => content.includes(each.content.slice(0, 20)));
    return { json: { facts: (talk?.facts ?? []).map((fact) => ({ ...fact, fact_type: "world" })) } };
  },
  (tell) => {
    for (const [language, talk] of Object.entries(TALKS)) {
      tell(`keep their words and their names when a model reads ${language}`, async ({ newBank, readings }) => {
        const bank = newBank();
        const before = readings().length;
        expect((await bank.retain(talk.content, { document_id: "talk", timestamp: "2024-05-04T10:00:00Z" })).status).toBe(200);
        expect(readings().length - before).toBe(1);
        expect(readings().at(-1)?.content).toContain(talk.content);
        expect((await memoriesOf(bank)).map(({ text }) => text).sort()).toEqual(talk.facts.map(({ what }) => what as string).sort());
        await requireKept(bank, talk);
      });
    }
  },
);
