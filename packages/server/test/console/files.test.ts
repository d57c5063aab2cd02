// The page and the files of the console, as they are served.

import { rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { loadSettings } from "@hindsight-memory/engine";
import { describe, expect, test } from "vitest";
import { openConsole } from "../../src/console/index.js";
import { builtConsole, SCRIPT } from "./built.js";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const app = { fetch: () => new Response("the API was called", { status: 418 }) };

function served(folder: string | null, mount = "/console/") {
  const answer = openConsole({ app, settings: loadSettings({}), log, folder }).at({ mount, hosts: null });
  return async (target: string, headers: Record<string, string> = {}, method = "GET") => {
    const reply = await answer({ path: target, query: "" }, new Request("http://localhost/", { method, headers }), undefined);
    const bytes = Buffer.from(await reply.arrayBuffer());
    return { status: reply.status, headers: reply.headers, bytes, text: bytes.toString("utf8") };
  };
}

describe("the page", () => {
  test("is every address that is no file, with its base and a nonce that no other reply has", async () => {
    const get = served(builtConsole(), "/memory/console/");
    const nonces = new Set<string>();
    for (const address of ["", "banks/a?view=recall", "banks/%3Cscript%3E", "index.html", "login", "apis", "banks/x.js"]) {
      const { status, headers, text } = await get(address);
      expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([200, "text/html; charset=utf-8", "no-store"]);
      expect(text).toContain('<base href="/memory/console/">');
      const nonce = /<meta name="csp-nonce" content="([\w+/=]{24})">/.exec(text)?.[1] ?? "";
      expect(headers.get("content-security-policy")).toContain(`style-src 'self' 'nonce-${nonce}';`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(7);
  });

  test("may run and load its own alone, and stands in no other page", async () => {
    const { headers } = await served(builtConsole())("");
    const policy = (headers.get("content-security-policy") ?? "").replace(/'nonce-[^']+'/, "'nonce'").split("; ");
    expect(policy.toSorted()).toEqual(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'nonce'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
      ].toSorted(),
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "x-frame-options": "DENY",
    });
  });

  test("repeats nothing of its address: what stands in there runs nowhere", async () => {
    const get = served(builtConsole());
    const plain = (text: string) => text.replace(/content="[^"]*"/, "");
    const page = plain((await get("")).text);
    for (const address of [
      'banks/"><script>alert(1)</script>',
      "banks/%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
      "__NONCE__",
      "banks/$&$'$`",
    ]) {
      const reply = await get(address);
      expect(plain(reply.text)).toBe(page);
      expect(JSON.stringify([...reply.headers])).not.toContain("alert");
    }
    const odd = await served(builtConsole(), '/"><script>/$&/')("");
    expect(odd.text).toContain('<base href="/&#34;&#62;&#60;script&#62;/$&#38;/">');
  });

  test("that is not built says how to build it, and is there once it is", async () => {
    const folder = builtConsole();
    const index = path.join(folder, "index.html");
    rmSync(index);
    const get = served(folder);
    for (const each of [get, served(null)]) {
      const { status, text } = await each("banks/a");
      expect([status, JSON.parse(text)]).toEqual([503, { error: "console_not_built", detail: expect.stringContaining("npm run build") }]);
    }
    writeFileSync(index, "first");
    expect((await get("")).text).toBe("first");
    writeFileSync(path.join(folder, "assets/new-h4sh.js"), "new");
    expect((await get("assets/new-h4sh.js")).status).toBe(404);
    writeFileSync(index, "second");
    utimesSync(index, 1, 1);
    expect([(await get("")).text, (await get("assets/new-h4sh.js")).text]).toEqual(["second", "new"]);
  });
});

describe("files", () => {
  test("have their type, and stay in the browser: for good where the name has a hash, else until asked again", async () => {
    const get = served(builtConsole());
    const script = await get("assets/main-h4sh.js");
    expect([script.status, script.text, script.headers.get("content-type")]).toEqual([200, SCRIPT, "text/javascript; charset=utf-8"]);
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(script.headers.get("x-content-type-options")).toBe("nosniff");
    const icon = await get("icon.svg");
    expect([icon.headers.get("content-type"), icon.headers.get("cache-control")]).toEqual(["image/svg+xml", "no-cache"]);
    const etag = script.headers.get("etag") ?? "";
    for (const known of [etag, `"x", ${etag}`, "*"]) {
      const { status, bytes, headers } = await get("assets/main-h4sh.js", { "if-none-match": known });
      expect([status, bytes.length, headers.get("etag")]).toEqual([304, 0, etag]);
    }
    expect((await get("assets/main-h4sh.js", { "if-none-match": '"x"' })).status).toBe(200);
  });

  test("travel compressed as the browser takes it", async () => {
    const get = served(builtConsole());
    const packed = async (accepted: string) => {
      const { headers, bytes } = await get("assets/main-h4sh.js", { "accept-encoding": accepted });
      expect([headers.get("vary"), headers.get("content-length")]).toEqual(["Accept-Encoding", String(bytes.length)]);
      return { coding: headers.get("content-encoding"), bytes };
    };
    for (const accepted of ["gzip, deflate, br, zstd", "br;q=0.1"]) {
      const { coding, bytes } = await packed(accepted);
      expect([coding, brotliDecompressSync(bytes).toString()]).toEqual(["br", SCRIPT]);
      expect(bytes.length).toBeLessThan(SCRIPT.length / 5);
    }
    const { coding, bytes } = await packed("br;q=0, gzip");
    expect([coding, gunzipSync(bytes).toString()]).toEqual(["gzip", SCRIPT]);
    for (const accepted of ["identity", "brotli", "br;q=0"]) expect((await packed(accepted)).coding).toBeNull();
    expect((await get("icon.svg", { "accept-encoding": "br" })).headers.get("content-encoding")).toBeNull(); // too small to gain
  });

  test("are the listed ones: no way leads out of the folder, and a link is none", async () => {
    const folder = builtConsole();
    writeFileSync(path.join(folder, "../hindsight-secret.txt"), "secret");
    symlinkSync(path.join(folder, "../hindsight-secret.txt"), path.join(folder, "assets/link-h4sh.txt"));
    writeFileSync(path.join(folder, ".env"), "secret");
    const get = served(folder);
    const ways = [
      "../hindsight-secret.txt",
      "assets/../../hindsight-secret.txt",
      "..%2fhindsight-secret.txt",
      "%2e%2e/hindsight-secret.txt",
      ".env",
    ];
    ways.push(
      "assets/link-h4sh.txt",
      "/etc/passwd",
      "assets/%00",
      "assets//main-h4sh.js",
      "assets/main-h4sh.js/",
      "..\\hindsight-secret.txt",
    );
    for (const way of ways) {
      const { status, text } = await get(way);
      expect(text, way).not.toMatch(/secret|root:/);
      expect(status, way).toBe(way.startsWith("assets/") ? 404 : 200);
    }
    rmSync(path.join(folder, "../hindsight-secret.txt"));
  });

  test("are read alone: HEAD has no body, and nothing else is a method", async () => {
    const get = served(builtConsole());
    for (const address of ["", "assets/main-h4sh.js"]) {
      const { status, bytes, headers } = await get(address, {}, "HEAD");
      expect([status, bytes.length, headers.get("content-type")]).toEqual([200, 0, expect.stringContaining("charset=utf-8")]);
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) expect((await get(address, {}, method)).status).toBe(405);
    }
  });
});
