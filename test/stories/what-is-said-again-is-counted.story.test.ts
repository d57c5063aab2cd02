import { expect } from "vitest";
import { describeLearning, type Learning } from "../support/learning.js";

interface Listed {
  readonly id: string;
  readonly text: string;
  readonly fact_type: string;
  readonly proof_count: number;
  readonly source_memory_ids: readonly string[];
  readonly mentioned_at: string | null;
}

/** Retains one after the other, and waits once behind the last. */
async function learn({ bank, server }: Learning, ...items: readonly (string | Readonly<Record<string, unknown>>)[]): Promise<void> {
  for (const item of items) {
    const { content, ...rest } = typeof item === "string" ? { content: item } : item;
    await bank.retain(content as string, rest);
  }
  await server.idle();
}
const memories = async ({ bank }: Learning): Promise<readonly Listed[]> => (await bank.get("/memories/list?limit=1000")).body.items;
const observations = async (learning: Learning): Promise<readonly Listed[]> =>
  (await memories(learning)).filter((memory) => memory.fact_type === "observation");
const texts = async (learning: Learning): Promise<readonly string[]> => (await observations(learning)).map(({ text }) => text);

describeLearning("without a language model", (tell) => {
  tell("what was said three times is one observation, in the words that came first, with all its facts", async (learning) => {
    await learn(
      learning,
      { content: "Ann lives in Delft.", timestamp: "2024-05-01T10:00:00Z" },
      { content: "Ann is living in Delft now.", timestamp: "2024-06-01T10:00:00Z" },
      { content: "Ann still lives in Delft!", timestamp: "2024-07-01T10:00:00Z" },
    );
    const [only, ...others] = await observations(learning);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ text: "Ann lives in Delft.", proof_count: 3, mentioned_at: "2024-07-01T10:00:00+00:00" });
    const facts = (await memories(learning)).filter((memory) => memory.fact_type !== "observation");
    expect([...(only?.source_memory_ids ?? [])].sort()).toEqual(facts.map(({ id }) => id).sort());
  });

  tell("a later restatement adds to the count and changes no word", async (learning) => {
    await learn(learning, "The office dog is called Biscuit.", "The office dog's called Biscuit, yes.", {
      content: "Really, the office dog is called Biscuit.",
      document_id: "later",
    });
    const before = await observations(learning);
    await learn(learning, { content: "The office dog is called Biscuit.", document_id: "much later" });
    const [after, ...others] = await observations(learning);
    expect(others).toEqual([]);
    expect(after?.id).toBe(before[0]?.id);
    expect(after?.text).toBe(before[0]?.text);
    expect(after?.proof_count).toBe((before[0]?.proof_count ?? 0) + 1);
    expect((await learning.bank.get(`/memories/${after?.id}/history`)).body).toEqual([]);
  });

  tell("what differs in a name, a number, a negation, a tense, an order or a date is not the same", async (learning) => {
    await learn(
      learning,
      "Ann lives in Delft.",
      "Bea lives in Delft.",
      "Ann does not live in Delft.",
      "Ann lived in Delft.",
      "The server listens on port 8080.",
      "The server listens on port 8081.",
      "Ann gave Bob a book.",
      "Bob gave Ann a book.",
      "The house is expensive.",
      "The house is too expensive.",
      { content: "Carla flew to Rome on 3 May 2024.", timestamp: "2024-06-01T10:00:00Z" },
      { content: "Carla flew to Rome on 9 May 2024.", timestamp: "2024-06-01T10:00:00Z" },
      { content: "She lives in Leiden.", context: "about Ann" },
      { content: "She lives in Leiden now.", context: "about Bea" },
      { content: "The budget is approved.", tags: ["red"] },
      { content: "The budget is approved now.", tags: ["blue"] },
    );
    expect(await texts(learning)).toEqual([]);
    await learn(learning, "Ann still lives in Delft."); // control: it is consolidated
    expect(await texts(learning)).toEqual(["Ann lives in Delft."]);
  });

  tell("other languages are gathered in their own words", async (learning) => {
    await learn(learning, "安住在代尔夫特的河边。", { content: "安住在代尔夫特的河边了。", document_id: "zh" }, "安住在莱顿的河边。");
    await learn(learning, "Der Server läuft auf Port 8080.", { content: "Der Server läuft jetzt auf Port 8080.", document_id: "de" });
    await learn(learning, "Der Server läuft nicht auf Port 8080.");
    expect([...(await texts(learning))].sort()).toEqual(["Der Server läuft auf Port 8080.", "安住在代尔夫特的河边。"].sort());
  });

  tell("turns of a conversation are not gathered", async (learning) => {
    const turns = "Ann: Yes, I really like that song.\nBob: What song is it?\nAnn: Yes, I really like that song.\nBob: You said so.";
    await learn(learning, { content: turns, document_id: "talk" }, { content: turns, document_id: "another talk" });
    expect((await memories(learning)).length).toBeGreaterThan(6);
    expect(await texts(learning)).toEqual([]);
  });

  tell("when one of two sources goes, no observation is left; of three, the other two make it again", async (learning) => {
    await learn(
      learning,
      { content: "The wifi password is tulip-42.", document_id: "a" },
      { content: "The wifi password is now tulip-42.", document_id: "b" },
    );
    expect((await observations(learning)).map(({ proof_count }) => proof_count)).toEqual([2]);
    await learn(learning, { content: "The wifi password is still tulip-42.", document_id: "c" });
    expect((await observations(learning)).map(({ proof_count }) => proof_count)).toEqual([3]);
    await learning.bank.deleteDocument("a");
    await learning.server.idle();
    expect((await observations(learning)).map(({ text, proof_count }) => [text, proof_count])).toEqual([
      ["The wifi password is now tulip-42.", 2],
    ]);
    await learning.bank.deleteDocument("b");
    await learning.server.idle();
    expect(await observations(learning)).toEqual([]);
  });
});
