// A projection in this process: any tree becomes any other, however often it is stopped between two steps.

import "../../../test/support/property-seed.js";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openControl, type State } from "../src/projection/control.js";
import { type Bundle, type Projection, project } from "../src/projection/project.js";
import { filesOf } from "./support/wiki.js";

const top = mkdtempSync(path.join(tmpdir(), "hindsight-projection-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** A pass that is stopped before its step of that number, as a kill would: nothing is written after it. */
async function pass(dir: string, bundle: Bundle, stopAt = Number.POSITIVE_INFINITY): Promise<Projection | null> {
  const control = await openControl(dir, "wiki");
  let steps = 0;
  const signal = {
    get aborted() {
      steps += 1;
      return steps > stopAt;
    },
  } as AbortSignal;
  try {
    const { done } = await project(control, control.state, bundle, {
      server: "http://here",
      now: new Date(0),
      signal,
      tell: () => undefined,
    });
    return done;
  } catch (cause) {
    if (steps <= stopAt) throw cause;
    return null;
  } finally {
    control.release();
  }
}

const asFiles = ({ files, folders }: Bundle) =>
  Object.fromEntries([...folders.map((each) => [each, "/"]), ...files.map((each) => [each.path, each.content])].sort());

/** Files `a.md` lie where folders `a.md` lay before, and the other way round. */
const bundles = fc
  .uniqueArray(
    fc.record({ at: fc.constantFrom("", "x/", "x/y/", "z/", "a.md/"), name: fc.constantFrom("a", "b", "c", "d"), text: fc.nat(3) }),
    {
      maxLength: 10,
      selector: ({ at, name }) => at + name,
    },
  )
  .map((given): Bundle => {
    const files = given
      .filter(({ at, name }) => !(at === "" && name === "a" && given.some((other) => other.at === "a.md/")))
      .map(({ at, name, text }) => ({ path: `${at}${name}.md`, content: `---\nid: "kp-${name}${at.length}"\n---\n\n${text}\n` }));
    const folders = new Set(
      files.flatMap((file) =>
        file.path
          .split("/")
          .slice(0, -1)
          .map((_, depth, parts) => parts.slice(0, depth + 1).join("/")),
      ),
    );
    return { files, folders: [...folders].sort() };
  });

test("from any tree to any other, stopped anywhere and changed meanwhile, the folder is right in the end and nothing of ours is taken for somebody's", async () => {
  let nth = 0;
  await fc.assert(
    fc.asyncProperty(bundles, bundles, bundles, fc.nat(25), fc.nat(25), async (first, second, third, stopFirst, stopSecond) => {
      nth += 1;
      const dir = path.join(top, String(nth));
      await pass(dir, first, stopFirst);
      await pass(dir, second, stopSecond);
      const done = await pass(dir, third);
      expect(done?.has_conflicts).toBe(false);
      expect(filesOf(dir)).toEqual(asFiles(third));
      expect(readdirSync(path.join(dir, ".hindsight"))).toEqual(["state.json"]);
      expect((await pass(dir, third))?.changes).toEqual([]);
    }),
    { numRuns: 60 },
  );
}, 120_000);

test("paths that lead out, or into what is ours, are refused before anything is written", async () => {
  const dir = path.join(top, "paths");
  for (const bad of [
    "../x.md",
    "/x.md",
    "a/../../x.md",
    "a//x.md",
    "./x.md",
    ".hindsight/x.md",
    ".Hindsight/x.md",
    "a\\..\\x.md",
    "c:x.md",
    "a\0.md",
    "",
  ]) {
    const good = { path: "good.md", content: "x" };
    await expect(pass(dir, { files: [good, { path: bad, content: "x" }], folders: [] })).rejects.toThrow(/does not lie in the folder/);
    await expect(pass(dir, { files: [good], folders: [bad] })).rejects.toThrow(/does not lie in the folder/);
  }
  expect(filesOf(dir)).toEqual({});
  expect(filesOf(top)).not.toHaveProperty(["x.md"]);
});

test("a path that is too long for this system is left out and said, the rest is written", async () => {
  const dir = path.join(top, "long");
  const long = `${"d".repeat(200)}/`.repeat(25);
  const done = await pass(dir, {
    files: [
      { path: `${long}x.md`, content: "x" },
      { path: "y.md", content: "y" },
    ],
    folders: [],
  });
  expect(done).toMatchObject({ left_out: [`${long}x.md`], has_conflicts: true });
  expect(filesOf(dir)).toEqual({ "y.md": "y" });
});

test("a state that cannot be read makes nobody's file ours: what is right stays, what is not is kept", async () => {
  const dir = path.join(top, "state");
  const bundle: Bundle = {
    files: [
      { path: "a.md", content: "a" },
      { path: "b.md", content: "b" },
    ],
    folders: [],
  };
  await pass(dir, bundle);
  writeFileSync(path.join(dir, ".hindsight/state.json"), '{"half');
  const next: Bundle = {
    files: [
      { path: "a.md", content: "a" },
      { path: "b.md", content: "new" },
    ],
    folders: [],
  };
  const control = await openControl(dir, "wiki");
  control.release();
  expect([control.isStateReadable, control.state]).toEqual([false, { bank: "wiki", files: {}, folders: [] } satisfies State]);
  const done = await pass(dir, next);
  expect(done).toMatchObject({ unchanged: 1, has_conflicts: true });
  expect(filesOf(dir)).toEqual(asFiles(next));
  expect(Object.values(filesOf(path.join(dir, ".hindsight/kept")))).toContain("b");
});
