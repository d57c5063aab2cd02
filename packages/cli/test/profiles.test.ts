// Which server the commands speak to, what they keep of it in files, and the forms that replies have.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { connectionOf } from "../src/connection.js";
import { type Cli, cliOf, flat } from "./support/cli.js";
import { CTRL_C, ENTER, hasTerminal, onTerminal } from "./support/terminal.js";

const KEY = "a-key-that-nobody-may-read";
const NOBODY = "http://127.0.0.1:2";

describe("hindsight", { timeout: 120_000 }, () => {
  let server: TestServer;
  let cli: Cli;
  const home = mkdtempSync(path.join(tmpdir(), "hindsight-profiles-"));
  const inHome = (url: string, env: Readonly<Record<string, string>> = {}): Cli =>
    cliOf(url, { HOME: home, HINDSIGHT_API_KEY: "", ...env });

  beforeAll(async () => {
    server = await openServer({ HINDSIGHT_API_TENANT_API_KEY: KEY });
    cli = inHome("");
  });
  afterAll(async () => {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  });

  test("a server is kept by name, in a file that only its owner reads; its key is never shown whole", async () => {
    const said = await cli("profile", "create", "team", "--api-url", `${server.url}/`, "--api-key", KEY);
    const file = path.join(home, ".hindsight/cli-profiles/team.toml");
    expect([said.status, statSync(file).mode & 0o777]).toEqual([0, 0o600]);
    expect(readFileSync(file, "utf8")).toContain(KEY); // control
    const all = [
      said,
      await cli("profile", "list"),
      await cli("profile", "show", "team"),
      await cli("profile", "show", "-p", "team", "-v"),
    ];
    for (const { output, errors } of all) {
      expect(output).toContain("a-k…ead");
      expect(output + errors).not.toContain(KEY);
    }
    expect(await cli.json("bank", "list", "-p", "team")).toMatchObject({ total: 0 });
    expect(await inHome("", { HINDSIGHT_PROFILE: "team" }).json("bank", "list")).toMatchObject({ total: 0 });
    expect((await cli("-p", "team", "-v", "bank", "list")).errors).toMatch(/^GET http\S+\/v1\/default\/banks\?limit=100 200 \d+ ms\n$/);
    const refused = await inHome(server.url, { HINDSIGHT_PROFILE: "team" })("bank", "list");
    expect([refused.status, refused.errors]).toEqual([1, expect.stringContaining("HINDSIGHT_API_KEY")]); // the file's key goes to the file's address
  });

  test("another address is not told the key of the one before; a profile is deleted", async () => {
    await cli.text("profile", "create", "moved", "--api-url", NOBODY, "--api-key", KEY);
    expect(await cli.json("profile", "create", "moved", "--api-url", `${NOBODY}1`)).toMatchObject({ api_key: null });
    expect((await cli("profile", "delete", "moved")).errors).toContain("add --yes");
    await cli.text("profile", "delete", "moved", "-y");
    const gone = await cli("bank", "list", "-p", "moved");
    expect([gone.status, gone.errors]).toEqual([1, expect.stringContaining('There is no profile "moved". There are team;')]);
    expect((await cli("profile", "create", "../x", "--api-url", NOBODY)).errors).toContain("no name for a profile");
    expect((await cli("profile", "create", "x", "--api-url", "localhost:8888")).errors).toContain("is no address");
    expect((await cli("configure")).errors).toContain("Nobody can be asked here");
  });

  test.skipIf(!hasTerminal)(
    "at a terminal Enter takes what is proposed, a key is not shown, and Ctrl-C leaves what was there",
    async () => {
      const file = path.join(home, ".hindsight/config");
      const at = (args: readonly string[], typed: readonly (readonly [string, string])[], env = {}) =>
        onTerminal(args, { HOME: home, HINDSIGHT_API_URL: "", HINDSIGHT_API_PORT: "4321", NO_COLOR: "1", ...env }, typed);
      const proposed = await at(
        ["configure"],
        [
          ["[http://localhost:4321]: ", ENTER],
          ["Key, if it wants one: ", `typed-and-unseen${ENTER}`],
        ],
      );
      expect([proposed.status, readFileSync(file, "utf8")]).toEqual([
        0,
        'api_url = "http://localhost:4321"\napi_key = "typed-and-unseen"\n\n',
      ]);
      expect(proposed.screen).not.toContain("typed-and-unseen");
      expect(proposed.screen).toContain("typ…een"); // control
      await cli.text("bank", "create", "kept", "-p", "team");
      const [stopped, undeleted] = await Promise.all([
        at(
          ["configure"],
          [
            ["[http://localhost:4321]: ", `${NOBODY}${ENTER}`],
            ["Key, if it wants one: ", CTRL_C],
          ],
        ),
        at(["bank", "delete", "kept", "-p", "team"], [["[y/N] ", CTRL_C]]),
      ]);
      for (const { status, screen } of [stopped, undeleted]) {
        expect([status, screen]).toEqual([130, expect.stringMatching(/Stopped\. Nothing was changed\.\s*$/)]);
        expect(screen).not.toContain("AbortError");
      }
      expect(readFileSync(file, "utf8")).toContain("4321");
      expect(await cli.json("bank", "list", "-p", "team")).toMatchObject({ total: 1 });
      await cli.text("bank", "delete", "kept", "-p", "team", "-y");
      rmSync(file);
    },
  );

  test("the environment goes before the named profile, that before what configure kept, that before the usual address", async () => {
    const env = { HOME: home };
    expect(connectionOf(env)).toEqual({ url: "http://localhost:8888", key: null, from: "the usual address" });
    await cli.text("configure", "--api-url", NOBODY, "--api-key", "kept-without-a-name");
    expect(connectionOf(env)).toEqual({ url: NOBODY, key: "kept-without-a-name", from: "~/.hindsight/config" });
    expect(connectionOf(env, "team")).toEqual({ url: server.url, key: KEY, from: "profile team" });
    expect(connectionOf({ ...env, HINDSIGHT_API_KEY: "k" }, "team")).toMatchObject({ url: server.url, key: "k" });
    expect(connectionOf({ ...env, HINDSIGHT_API_URL: "http://e/" }, "team")).toEqual({
      url: "http://e",
      key: null,
      from: "HINDSIGHT_API_URL",
    });
    writeFileSync(path.join(home, ".hindsight/cli-profiles/broken.toml"), `api_key = ${KEY}`);
    expect(() => connectionOf(env, "broken")).toThrow(/broken\.toml is no TOML \(line 1\)\.(?!.*a-key)/);
  });

  test("settings of a profile's server are kept by name, with remarks of people, and no secret is shown", async () => {
    const file = path.join(home, ".hindsight/profiles/notes.env");
    const database = "postgres://ann:s3cret@db/notes?password=s3cret";
    const set = await cli.json("profile", "set-env", "notes", "HINDSIGHT_API_LLM_MODEL=small", `HINDSIGHT_API_LLM_API_KEY=${KEY}`);
    expect([set.set, statSync(file).mode & 0o777]).toEqual([["HINDSIGHT_API_LLM_MODEL", "HINDSIGHT_API_LLM_API_KEY"], 0o600]);
    writeFileSync(file, `# ours\n${readFileSync(file, "utf8")}`);
    await cli.text("profile", "set-env", "notes", `HINDSIGHT_API_DATABASE_URL=${database}`, 'HINDSIGHT_API_LLM_MODEL=it\'s "large"');
    const said = await cli("profile", "show", "notes", "--json");
    expect(said.output + said.errors).not.toMatch(/s3cret|a-key-that/);
    expect(JSON.parse(said.output).settings).toEqual({
      HINDSIGHT_API_LLM_API_KEY: "a-k…ead",
      HINDSIGHT_API_DATABASE_URL: "postgres://…@db/notes?…",
      HINDSIGHT_API_LLM_MODEL: "it'…ge\"",
    });
    expect(readFileSync(file, "utf8")).toBe(
      `# ours\nHINDSIGHT_API_LLM_API_KEY=${KEY}\nHINDSIGHT_API_DATABASE_URL='${database}'\nHINDSIGHT_API_LLM_MODEL=\`it's "large"\`\n`,
    );
    await cli.text("profile", "remove-env", "notes", "HINDSIGHT_API_LLM_MODEL");
    expect((await cli("profile", "remove-env", "notes", "HINDSIGHT_API_LLM_MODEL")).errors).toContain("Nothing was changed");
    for (const bad of [
      ["../x", "A=1"],
      ["notes", KEY],
      ["notes", "a b=1"],
      ["notes", "A=1\n2"],
    ]) {
      const { status, errors } = await cli("profile", "set-env", ...bad);
      expect([status, errors.includes(KEY)]).toEqual([1, false]);
    }
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(4); // control: nothing of these
    await cli.text("profile", "delete", "notes", "--yes");
    expect((await cli("profile", "show", "notes")).errors).toContain('There is no profile "notes"');
  });

  test("the active profile is meant where none is named; one of this machine's servers leaves the commands as they are", async () => {
    const env = { HOME: home };
    const before = connectionOf(env);
    await cli.text("profile", "set-active", "team");
    expect(connectionOf(env)).toEqual({ url: server.url, key: KEY, from: "profile team, which is the active one" });
    expect(connectionOf({ ...env, HINDSIGHT_API_URL: "http://e" }).url).toBe("http://e");
    await cli.text("profile", "set-env", "local", "HINDSIGHT_API_LOG_LEVEL=warn");
    await cli.text("profile", "set-active", "local");
    expect(connectionOf(env)).toEqual(before);
    expect(await cli.json("profile", "show", "local")).toMatchObject({ active: true, file: null });
    expect(() => connectionOf(env, "local")).toThrow('The server of profile "local" does not run');
    mkdirSync(path.join(home, ".hindsight/profiles/local"));
    writeFileSync(path.join(home, ".hindsight/profiles/local/server.json"), JSON.stringify({ url: server.url, token: "t" }));
    await cli.text("profile", "set-env", "local", `HINDSIGHT_API_TENANT_API_KEY=${KEY}`);
    expect(await cli.json("bank", "list", "-p", "local")).toMatchObject({ total: 0 });
    await cli.text("profile", "set-env", "local", "HINDSIGHT_EMBED_API_URL=http://away/", "HINDSIGHT_EMBED_API_TOKEN=t");
    expect(connectionOf(env, "local")).toEqual({ url: "http://away", key: "t", from: "profile local, a server of this machine" });
    expect((await cli("profile", "set-active", "nobody")).errors).toContain('There is no profile "nobody"');
    await cli.text("profile", "set-active", "--none");
    expect(await cli.json("profile", "show", "local")).toMatchObject({ active: false });
  });

  test("an address with a password and a key that no request carries are refused before anything is asked, and not shown", () => {
    const refusal = (env: Record<string, string>): string => {
      try {
        return JSON.stringify(connectionOf({ HOME: home, ...env }));
      } catch (cause) {
        return (cause as Error).message;
      }
    };
    for (const url of ["http://ann:s3cret@memory.example", "http://s3cret@memory.example"])
      expect(refusal({ HINDSIGHT_API_URL: url })).toMatch(/^HINDSIGHT_API_URL: the address has a name and a password(?!.*s3cret)/);
    expect(refusal({ HINDSIGHT_API_URL: "memory.example:8888" })).toContain("is no address: http://host:port");
    for (const key of ["s3\ncret", "s3cr€t"])
      expect(refusal({ HINDSIGHT_API_KEY: key })).toMatch(/^The key of HINDSIGHT_API_KEY has characters that no request can carry(?!.*s3)/);
    expect(connectionOf({ HOME: home, HINDSIGHT_API_URL: NOBODY, HINDSIGHT_API_KEY: "copied\n" }).key).toBe("copied");
  });

  test("replies are tables, JSON or YAML, wherever it is asked for; a pipe has no colours", async () => {
    const json = await cli.json("profile", "list"); // also with one that is broken
    expect(json.profiles.map(({ name }: { name: string }) => name)).toEqual(["broken", "team"]);
    expect(parse(await cli.text("profile", "list", "-o", "yaml"))).toEqual(json);
    expect(parse(await cli.text("-o", "yaml", "profile", "list"))).toEqual(json);
    const table = await cli.text("profile", "show", "team");
    expect(flat(table)).toContain(`address${server.url}`);
    expect(table).not.toContain("\u001b");
    expect((await cli("bank", "list", "-o", "xml")).errors).toContain("Allowed choices are pretty, json, yaml");
  });

  test("--verbose tells what a failure came of", async () => {
    const { errors } = await inHome(NOBODY)("bank", "list", "-v");
    expect(errors).toMatch(/^Error: No server answers at \S+\.[^\n]*\n {2}because: fetch failed\n {2}because: connect ECONNREFUSED/);
    expect((await inHome(NOBODY)("bank", "list")).errors).not.toContain("because"); // control
  });
});
