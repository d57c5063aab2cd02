// The three standing answers that a coding agent seeds at the start of a session, in its three scopings (shared/design/oh-my-pi-memory.md §4.2).

import { expect } from "vitest";
import { CONVENTIONS, DECISIONS, PREFERENCES, seed, suffixed, TRIGGER } from "../support/seeds.js";
import { type StoryBank, story } from "../support/story.js";

interface Model {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly content: string | null;
  readonly is_stale: boolean;
  readonly trigger: Readonly<Record<string, unknown>> | null;
}

const models = async (bank: StoryBank, detail: string): Promise<readonly Model[]> =>
  (await bank.get(`/mental-models?detail=${detail}&limit=1000`)).body.items;

const staleIds = async (bank: StoryBank): Promise<readonly string[]> =>
  (await models(bank, "metadata"))
    .filter((model) => model.is_stale)
    .map(({ id }) => id)
    .sort();

story("in a bank for all projects there is one model; seeding again changes nothing", async ({ bank }) => {
  await bank.call("PUT", "", {});
  expect(await seed(bank, [PREFERENCES])).toEqual(["user-preferences"]);
  expect(await seed(bank, [PREFERENCES])).toEqual([]);
  const [model] = await models(bank, "content");
  expect(model).toMatchObject({ ...PREFERENCES, tags: [], trigger: TRIGGER, content: expect.stringMatching(/\S/) });
});

story("in a bank for each project the ids are bare, and all that is retained is in scope", async ({ bank }) => {
  await bank.call("PUT", "", {});
  await seed(bank, [PREFERENCES, CONVENTIONS, DECISIONS]);
  expect((await models(bank, "content")).map(({ id, tags }) => [id, tags]).sort()).toEqual([
    ["project-conventions", []],
    ["project-decisions", []],
    ["user-preferences", []],
  ]);
});

story("in a shared bank each project has models of its own, and what one project learns is not the other's", async ({ server, bank }) => {
  await bank.call("PUT", "", {});
  const shop = [PREFERENCES, suffixed(CONVENTIONS, "web_shop.v2"), suffixed(DECISIONS, "web_shop.v2")];
  const site = [PREFERENCES, suffixed(CONVENTIONS, "the site"), suffixed(DECISIONS, "the site")];
  expect(await seed(bank, shop)).toEqual(["user-preferences", "project-conventions-web_shop.v2", "project-decisions-web_shop.v2"]);
  expect(await seed(bank, site)).toEqual(["project-conventions-the-site", "project-decisions-the-site"]);
  await server.idle();
  expect(await staleIds(bank)).toEqual([]); // nothing is known yet
  await bank.retain("The shop keeps its prices in cents.", { tags: ["project:web_shop.v2"] });
  const ofShop = (await staleIds(bank)).filter((id) => id.endsWith("web_shop.v2"));
  expect(ofShop).toEqual(["project-conventions-web_shop.v2", "project-decisions-web_shop.v2"]);
  expect(await staleIds(bank)).toEqual([...ofShop, "user-preferences"]); // the untagged one reads all projects
  const model = (await bank.get("/mental-models/project-conventions-web_shop.v2")).body;
  expect(model).toMatchObject({ tags: ["project:web_shop.v2"], max_tokens: 800, trigger: { ...TRIGGER, tags_match: null } });
});
