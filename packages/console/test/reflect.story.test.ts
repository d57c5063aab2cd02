// The reflect lab: the searches as they run, an answer with its sources, its form as JSON, and a complaint that becomes a rule.

import { afterAll, expect } from "vitest";
import { sentencesAsFacts } from "../../../test/support/model-server.js";
import { type LlmCall, type LlmReply, type ScriptedLlm, startScriptedLlm } from "../../engine/test/support/scripted-llm.js";
import { consoleStories } from "./support/console-story.js";

const QUESTION = "What does Ann do on Sundays?";
let llm: ScriptedLlm | undefined;
/** Holds the model back until it is called. */
let hold: Promise<void> = Promise.resolve();

/** Searches as it is made to, answers with the memory that was found first, and fills in a form. */
async function play({ content, body, user }: LlmCall): Promise<LlmReply> {
  if (content !== "") return sentencesAsFacts({ content } as LlmCall);
  const tools = (body.tools ?? []) as readonly { readonly function: { readonly name: string } }[];
  const [only, ...others] = tools;
  if (only !== undefined && others.length === 0)
    return { toolCalls: [{ name: only.function.name, input: { query: QUESTION, reason: "" } }] };
  if (body.response_format !== undefined) return { json: { place: "the canal" } };
  if (/one word: ready/.test(user)) return { text: "ready" };
  await hold;
  const [, id = ""] = /\\"id\\":\s*\\"([0-9a-f-]{36})\\"/.exec(JSON.stringify(body.messages)) ?? [];
  const answer = `She rows on the canal [${id}].`;
  return tools.length === 0 ? { text: answer } : { toolCalls: [{ name: "done", input: { answer, memory_ids: [id] } }] };
}

const withModel = consoleStories(async () => {
  llm = await startScriptedLlm(play);
  return llm.env;
});
const withoutModel = consoleStories();
afterAll(() => llm?.close());

withModel.story("a question is answered step by step, with its sources, in a form, and a complaint becomes a rule", async (told) => {
  const { page, bank, open, expectAccessible } = told;
  await bank.retain("Ann rows on the canal every Sunday.", { document_id: "talk" });
  await bank.call("POST", "/directives", { name: "Short", content: "Answer in one sentence." });
  await open("reflect");
  await page.getByText("Structured output").click();
  await page.getByRole("button", { name: "Add a field" }).click();
  await page.getByLabel("Name of field 1").fill("place");
  await page.getByLabel("Description of field 1").fill("Where it happens");
  await expectAccessible();
  await page.getByLabel("Question").fill(QUESTION);
  await page.keyboard.press("Enter");
  const steps = page.getByRole("list", { name: "Steps" });
  await steps.getByText("Looks for facts").waitFor();
  await steps.getByText("1 found, 1 so far").waitFor();
  await page.getByText("She rows on the canal").first().waitFor();
  await page.getByText(/"place": "the canal"/).waitFor();
  await page.getByText(/tokens: .* in, .* out/).waitFor();
  await page.getByText("Cost unknown: this model has no known price.").waitFor();
  await page.getByText("Answer in one sentence.").waitFor();
  await page.getByRole("link", { name: "[1]" }).click();
  const source = page.getByRole("list", { name: "What it stands on" }).getByRole("listitem").first();
  expect(await source.getAttribute("aria-current")).toBe("true");
  await source.getByText("Ann rows on the canal every Sunday.").waitFor();
  await expectAccessible();
  const shown = new URL(page.url()).searchParams;
  expect(shown.get("q")).toBe(QUESTION);
  expect(JSON.parse(JSON.parse(shown.get("s") ?? "{}").schema)).toEqual({
    type: "object",
    properties: { place: { type: "string", description: "Where it happens" } },
    required: ["place"],
  });

  await page.getByRole("tab", { name: "Trace" }).click();
  await page.getByText("Calls of the language model").waitFor();
  await expectAccessible();
  await page.getByLabel("Rule").fill("Name the weekday.");
  await page.getByRole("button", { name: "Make it a directive" }).click();
  await page.getByText("Directive created", { exact: true }).waitFor();
  const rules = async () => ((await bank.get("/directives")).body.items as { readonly content: string }[]).map(({ content }) => content);
  expect(await rules()).toContain("Name the weekday.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(rules).toEqual(["Answer in one sentence."]);
});

withModel.story("leaving the page stops the model, and stopping says so", async ({ page, bank, open }) => {
  await bank.retain("Ann rows on the canal every Sunday.");
  let go = (): void => {};
  hold = new Promise((resolve) => {
    go = resolve;
  });
  try {
    await open("reflect", `?q=${encodeURIComponent(QUESTION)}`);
    await page.getByText("Ask something").waitFor(); // a link asks nothing by itself
    await page.getByRole("button", { name: "Reflect" }).click();
    await page.getByText("1 found, 1 so far").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText(/^Stopped\./).waitFor();
    await page.getByRole("button", { name: "Reflect" }).click();
    await page.getByText("1 found, 1 so far").waitFor();
    const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/reflect"));
    await page.getByRole("link", { name: "Operations" }).click();
    await ended;
  } finally {
    go();
    hold = Promise.resolve();
  }
});

withoutModel.story(
  "without a language model the memories speak for themselves, whatever they say",
  async ({ page, bank, open, expectAccessible }) => {
    const hostile = 'Ann keeps <img src=x onerror="document.title=1"> and [a link](javascript:document.title=2) on Sundays.';
    await bank.retain(hostile, { tags: ['"><script>document.title=3</script>'] });
    await open("reflect");
    await page.getByLabel("Question").fill(QUESTION);
    await page.keyboard.press("Enter");
    await page.getByText(/No language model took part/).waitFor();
    await page.getByText("HINDSIGHT_API_LLM_PROVIDER").waitFor();
    await page.getByText("Cost: none, no model was called").waitFor();
    await page.getByRole("list", { name: "What it stands on" }).getByText(hostile).waitFor();
    await page.getByText('"><script>document.title=3</script>').first().waitFor();
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    expect(await page.title()).toBe(`${bank.id} · Hindsight`);
    await page.getByRole("link", { name: "[1]" }).click();
    await expectAccessible();
  },
);
