import { expect } from "vitest";
import { story } from "../support/story.js";

const TEA = "张伟喜欢喝绿茶。";
const CHESS = "Ivan plays chess on Sundays.";

story(
  "a name is found in another script: as it is written in Latin letters, and by the name that its user gives",
  async ({ bank, newBank }) => {
    await bank.retain(TEA, { entities: [{ text: "张伟" }] });
    await bank.retain(CHESS, { entities: [{ text: "Ivan" }] });
    await bank.retain("The bakery on the corner sells rye bread.");

    expect(await bank.recallTexts("What does Zhang Wei like to drink?")).toContain(TEA);
    expect(await bank.recallTexts("What does Li Na like to drink?")).not.toContain(TEA); // control

    expect(await bank.recallTexts("Иван")).toEqual([]); // control
    const { items } = (await bank.get("/entities?limit=100")).body as { items: readonly { id: string; canonical_name: string }[] };
    const idOf = (name: string) => items.find((entity) => entity.canonical_name === name)?.id ?? "";
    const given = await bank.call("POST", `/entities/${idOf("Ivan")}/aliases`, { alias: "Иван" });
    expect(given).toMatchObject({ status: 200, body: { canonical_name: "Ivan", aliases: [{ name: "Иван" }] } });
    expect(await bank.recallTexts("Иван")).toEqual([CHESS]);
    const shown = await bank.call("POST", "/memories/recall", { query: "Иван", trace: true });
    expect(shown.body.results[0]).toMatchObject({ text: CHESS, entities: ["Ivan"] }); // shown as it is stored

    const taken = await bank.call("POST", `/entities/${idOf("张伟")}/aliases`, { alias: "ИВАН" });
    expect(taken).toMatchObject({ status: 400, body: { detail: expect.stringContaining("merge") } });
    expect((await bank.call("POST", `/entities/${idOf("张伟")}/aliases`, {})).status).toBe(422);
    const other = newBank();
    await other.retain("The mill stands by the river.");
    expect((await other.call("POST", `/entities/${idOf("Ivan")}/aliases`, { alias: "Vanya" })).status).toBe(404);
    expect(await other.recallTexts("Иван")).toEqual([]);

    const path = `/entities/${idOf("Ivan")}/aliases/${encodeURIComponent("Иван")}`;
    expect(await bank.call("DELETE", path)).toMatchObject({ status: 200, body: { aliases: [] } });
    expect((await bank.call("DELETE", path)).status).toBe(404);
    expect(await bank.recallTexts("Иван")).toEqual([]);
    expect(await bank.everyText()).toContain("张伟"); // and what is stored is as it was
  },
);
