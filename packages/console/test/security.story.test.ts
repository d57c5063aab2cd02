// What keeps the console closed: the log-in, the cookie, the policy of the page, and texts that would like to be more than text.

import { expect } from "vitest";
import { storyBank } from "../../../test/support/story.js";
import { consoleUrl } from "./support/address.js";
import { type ConsoleStory, consoleStories } from "./support/console-story.js";

const KEY = "open-sesame-7f13";
const { story } = consoleStories({ HINDSIGHT_CP_ACCESS_KEY: KEY });

const SECTIONS = ["home", "memories", "recall", "reflect", "knowledge", "documents", "entities", "operations", "settings"] as const;

async function logIn({ page }: ConsoleStory, key = KEY): Promise<void> {
  await page.getByLabel("Access key").fill(key);
  await page.keyboard.press("Enter");
}

story("the right key leads to the page that was wanted, and logging out closes it", async (told) => {
  const { page, bank, open, expectAccessible } = told;
  await bank.retain("Ann moved to Delft.");
  await open("operations", "?status=failed");
  await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
  await expectAccessible();
  await logIn(told, "guess");
  await page.getByRole("alert").waitFor();
  expect(new URL(page.url()).pathname).toBe("/console/login");
  await logIn(told);
  await page.getByRole("heading", { name: "Operations", level: 1 }).waitFor();
  expect(new URL(page.url()).search).toBe("?status=failed");
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
  expect(await page.evaluate("JSON.stringify([document.cookie, localStorage, sessionStorage])")).not.toContain(KEY);

  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
  await open("memories");
  await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
});

story("the page that was wanted before the log-in is one of this console, whatever the address says", async (told) => {
  const { page, server } = told;
  for (const next of ["//evil.test/x", "/\\evil.test", "/\t/evil.test", "https://evil.test", "javascript:document.title='ran'", "//["]) {
    await page.context().clearCookies();
    await page.goto(`${server.url}/console/login?next=${encodeURIComponent(next)}`);
    await logIn(told);
    await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Log in" }).waitFor();
    expect(page.url(), next).toBe(`${server.url}/console/`);
  }
});

story("a forged cookie is no session, and neither is one that was changed", async (told) => {
  const { page, server, open } = told;
  const [begun, id, mac] = [String(Date.now()), "a".repeat(22), "b".repeat(43)];
  await page.context().addCookies([{ name: "hindsight_cp_access", value: `${begun}.${id}.${mac}`, url: `${server.url}/console/` }]);
  await open("memories");
  await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
  const asked = await page.evaluate<number>(
    `fetch("/console/api/v1/default/banks", { headers: { "X-Hindsight-Console": "1" } }).then(({ status }) => status)`,
  );
  expect(asked).toBe(401);
});

story("every page is served with its policy and keeps to it, and hostile names are text", async (told) => {
  const { page, server } = told;
  const hostile = storyBank(server, `<img src=x onerror="document.title='ran'">`);
  const name = `"><script>document.title='ran'</script>.txt`;
  await hostile.retain("Ann moved to Delft.", { document_id: name });
  const policies: string[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "document") policies.push(response.headers()["content-security-policy"] ?? "none");
  });
  await page.goto(consoleUrl(server.url, hostile.id, "home"));
  await logIn(told);
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  for (const section of SECTIONS) {
    await page.goto(consoleUrl(server.url, hostile.id, section));
    await page.locator("h1").first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.title(), section).toBe(`${hostile.id} · Hindsight`);
    expect(await page.locator("img[src=x], script:not([src])").count(), section).toBe(0);
  }
  await page.goto(consoleUrl(server.url, hostile.id, "home"));
  await page.getByText(name).first().waitFor();
  await page.getByText(hostile.id).first().waitFor();
  expect(policies).toHaveLength(SECTIONS.length + 2);
  for (const policy of policies) {
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe/);
  }
});

story(
  "a link in a text that anyone may have written leads outside or nowhere, and the way past the menu stays on the page",
  async (told) => {
    const { page, bank, open } = told;
    await bank.retain(
      "Ann keeps [her notes](javascript:document.title='ran'), [a list](api/v1/default/banks), [a card](//evil.test/x), " +
        "![a picture](data:image/svg+xml,x) and [a book](https://example.com/book).",
    );
    await open("reflect", "?q=What does Ann keep?");
    await logIn(told);
    await page.getByRole("button", { name: "Reflect", exact: true }).click();
    await page.getByRole("link", { name: "a book" }).first().waitFor();
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll("main a[target=_blank]")].map((link) => link.getAttribute("href"))`,
    );
    expect([...new Set(links)].toSorted()).toEqual(["#source-1", "https://example.com/book"]);
    for (const words of ["her notes", "a list", "a card", "a picture"]) await page.getByText(words, { exact: true }).first().waitFor();

    const address = page.url();
    await page.getByRole("button", { name: "Skip to the content" }).press("Enter");
    expect([page.url(), await page.evaluate("document.activeElement.id")]).toEqual([address, "content"]);
  },
);

story("a log-out that did not reach the server is not taken for one", async (told) => {
  const { page, bank, open } = told;
  await bank.retain("Ann moved to Delft.");
  await open("memories");
  await logIn(told);
  await page.getByText("Ann moved to Delft.").first().waitFor();
  const logOut = async (): Promise<void> => {
    await page.getByRole("button", { name: "Theme" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
  };
  await page.route("**/api/auth/logout", (route) => route.abort());
  await logOut();
  await page.getByText("The server does not answer. Is it running?").first().waitFor();
  await page.unroute("**/api/auth/logout");
  await logOut();
  await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
});
