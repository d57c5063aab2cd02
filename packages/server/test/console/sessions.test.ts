import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { attempts } from "../../src/console/attempts.js";
import { cookieValues, isOverTls, setCookie } from "../../src/console/cookies.js";
import { type ConsoleSettings, keyForApi, loginRule } from "../../src/console/login-rule.js";
import { SESSION_MS, sessions } from "../../src/console/sessions.js";

const NOW = Date.UTC(2026, 10, 30);

describe("a session", () => {
  let now = NOW;
  const clock = () => now;
  const own = sessions("correct horse", clock);

  test("goes on for a day, and no longer", () => {
    now = NOW;
    const token = own.begin();
    expect(own.holds([token])).toBe(true);
    now = NOW + SESSION_MS - 1;
    expect(own.holds(["junk", token])).toBe(true);
    now = NOW + SESSION_MS;
    expect(own.holds([token])).toBe(false);
  });

  test("is made with the key alone: another key, a changed time, a signature of one's own are none", () => {
    now = NOW;
    const token = own.begin();
    const [begun = "", id = "", mac = ""] = token.split(".");
    const forged = (time: string) => createHmac("sha256", "correct horse").update(`${time}.${id}`).digest("base64url");
    const wrong = [
      sessions("another horse", clock).begin(),
      `${Number(begun) + 1}.${id}.${mac}`,
      `${begun}.${id.replace(/^./, (first) => (first === "A" ? "B" : "A"))}.${mac}`,
      `${begun}.${id}.${forged(begun)}`, // the access key itself signs nothing
      `${begun}.${id}.${"A".repeat(43)}`,
      `${begun}.${id}`,
      `${token}.`,
      `0${token}`,
      ` ${token}`,
      `${token}=`,
      `NaN.${id}.${mac}`,
      "",
      ".",
      "..",
      "%",
      "x".repeat(10_000),
    ];
    for (const each of wrong) expect(own.holds([each]), each.slice(0, 100)).toBe(false);
    expect(own.holds([token])).toBe(true); // control
  });

  test("of the future is none, but for what clocks of two servers may differ", () => {
    now = NOW + 3_600_000;
    const later = own.begin();
    now = NOW + 3_590_000;
    expect(own.holds([later])).toBe(true);
    now = NOW;
    expect(own.holds([later])).toBe(false);
  });

  test("that was ended is over, and no other with it", () => {
    now = NOW;
    const [mine, theirs] = [own.begin(), own.begin()];
    own.end(["junk", mine]);
    expect([own.holds([mine]), own.holds([theirs])]).toEqual([false, true]);
  });
});

test("the cookie is the browser's alone, for this path, and over TLS where the browser came over it", () => {
  expect(setCookie("v", 86_400, { path: "/console/", isSecure: true })).toBe(
    "hindsight_cp_access=v; Path=/console/; Max-Age=86400; HttpOnly; SameSite=Strict; Secure",
  );
  expect(setCookie("", 86_400, { path: "/", isSecure: false })).toBe("hindsight_cp_access=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict");
  const tls = (value: string | null, isEncrypted = false) =>
    isOverTls(new Headers(value === null ? {} : { "x-forwarded-proto": value }), isEncrypted);
  expect([tls("https"), tls("HTTPS, http"), tls(null, true)]).toEqual([true, true, true]);
  expect([tls("http"), tls("http, https"), tls("httpsx"), tls(null)]).toEqual([false, false, false, false]);
  expect(cookieValues("a=1; hindsight_cp_access=x;hindsight_cp_access=y ; xhindsight_cp_access=z")).toEqual(["x", "y"]);
  expect(cookieValues("hindsight_cp_access=x; ".repeat(1000))).toHaveLength(8);
  expect(cookieValues(null)).toEqual([]);
});

test("who guesses waits, longer each time and at most a minute; another place does not, and a network of IPv6 is one place", () => {
  let now = 0;
  const { waitOf, failed, succeeded } = attempts(() => now);
  const waits: number[] = [];
  for (let count = 0; count < 14; count += 1) {
    waits.push(waitOf("10.0.0.1"));
    failed("10.0.0.1");
  }
  expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  expect(waitOf("10.0.0.2")).toBe(0);
  now = 59_001;
  expect(waitOf("10.0.0.1")).toBe(1);
  now = 60_000;
  expect(waitOf("10.0.0.1")).toBe(0);
  failed("10.0.0.1");
  expect(waitOf("10.0.0.1")).toBe(60);
  succeeded("10.0.0.1");
  expect(waitOf("10.0.0.1")).toBe(0);
  for (let count = 0; count < 6; count += 1) failed(`2001:db8:1:2::${count}`);
  expect([waitOf("2001:db8:1:2:ffff::1"), waitOf("2001:db8:1:3::1")]).toEqual([2, 0]);
  now += 15 * 60_000;
  expect(waitOf("2001:db8:1:2::1")).toBe(0);
});

describe("who has to log in", () => {
  const NOTHING: ConsoleSettings = {
    apiKey: "",
    tenantMode: "",
    basePath: "",
    accessLog: false,
    consoleAccessKey: "",
    consoleApiUrl: "",
    consoleApiKey: "",
    consoleMaxUpload: 0,
  };
  const far = { consoleApiUrl: "https://memory.test" };
  const cases: readonly (readonly [string, Partial<ConsoleSettings>, string, string])[] = [
    ["an open server", {}, "open", ""],
    ["a key of the console's own", { consoleAccessKey: "c" }, "key c", ""],
    ["the one key", { apiKey: "a" }, "key a", "a"],
    ["both", { apiKey: "a", consoleAccessKey: "c" }, "key c", "a"],
    ["the one key, and another for the console", { apiKey: "a", consoleApiKey: "d" }, "key a", "d"],
    ["stored keys", { tenantMode: "keys" }, "impossible", ""],
    ["tokens", { tenantMode: "jwt" }, "impossible", ""],
    ["a module, which takes no one key", { tenantMode: "./mine.js", apiKey: "a" }, "impossible", ""],
    ["stored keys, and the two of the console", { tenantMode: "keys", consoleAccessKey: "c", consoleApiKey: "d" }, "key c", "d"],
    ["stored keys beside the one key", { tenantMode: "keys", apiKey: "a" }, "key a", "a"],
    ["another server that asks nobody", far, "open", ""],
    ["another server, whose key is lent", { ...far, consoleApiKey: "d", apiKey: "a" }, "key d", "d"],
    ["another server, which our own key is not for", { ...far, apiKey: "a" }, "key a", ""],
  ];
  test.each(cases)("%s", (_, settings, rule, key) => {
    const all = { ...NOTHING, ...settings };
    const found = loginRule(all);
    expect(found.kind === "key" ? `key ${found.key}` : found.kind).toBe(rule);
    expect(keyForApi(all)).toBe(key);
    if (found.kind === "impossible") expect(found.reason).toMatch(/HINDSIGHT_CP_ACCESS_KEY.*HINDSIGHT_CP_DATAPLANE_API_KEY/);
  });
});
