import "../../../../test/support/property-seed.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PlacedNode, pagePaths } from "../../src/domain/page-paths.js";

const page = (id: string, name: string, parentId: string | null = null): PlacedNode => ({ id, kind: "page", parentId, name });
const folder = (id: string, name: string, parentId: string | null = null): PlacedNode => ({ id, kind: "folder", parentId, name });
const pathsOf = (...nodes: readonly PlacedNode[]) => [...pagePaths(nodes).values()];
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

describe("paths of pages", () => {
  test.each([
    ["Tea", "Tea.md"],
    ["安的早晨", "安的早晨.md"],
    ["a/b\\c", "a_b_c.md"],
    ["..", "_.md"],
    [".hindsight", "_hindsight.md"],
    ["con", "_.md"],
    ["COM1.txt", "_.md"],
    ["dots...", "dots_.md"],
    ["a\0b\u202Ec\n", "abc.md"],
    ["cafe\u0301", "caf\u00e9.md"],
    ["  ", "_.md"],
    ["index", "index-000001.md"],
    ["Index", "Index-000001.md"],
  ])("%j is %s", (name, path) => expect(pathsOf(page("kp-000001", name))).toEqual([path]));

  test("twins carry the end of their id, all of them", () => {
    expect(
      pathsOf(page("kp-aaaaaaaa", "Tea"), page("kp-bbbbbbbb", "tea"), page("kp-c", "TE\u0301A"), folder("kf-dddddddd", "Tea.md")),
    ).toEqual(["TÉA.md", "Tea.md-dddddd", "Tea-aaaaaa.md", "tea-bbbbbb.md"]);
  });

  test("no name of a sibling can take what a twin is given", () => {
    const paths = pathsOf(
      page("kp-aaaaaaaa", "Tea"),
      page("kp-bbbbbbbb", "tea"),
      page("kp-c", "Tea-aaaaaa"),
      page("kp-d", "Tea-kp-aaaaaaaa"),
    );
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(4);
    expect(paths).toContain("Tea-aaaaaa.md");
  });

  test("any tree has a safe path for each node, of its own, and the same for any order", () => {
    const name = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.constantFrom(
        "..",
        ".",
        "CON",
        "nul.md",
        "a/../b",
        "index",
        ".hindsight",
        "x".repeat(999),
        "e\u0301",
        "\u00e9",
        "É",
        "ß",
        "SS",
        "ﬁ",
        "fi",
        "🧑‍🚀".repeat(90),
      ),
    );
    const tree = fc.array(fc.tuple(name, fc.boolean(), fc.nat()), { maxLength: 40 }).map((given) => {
      const nodes: PlacedNode[] = [];
      for (const [nth, [title, isFolder, at]] of given.entries()) {
        const folders = nodes.filter(({ kind }) => kind === "folder");
        const parentId = at % 3 === 0 ? null : (folders[at % Math.max(1, folders.length)]?.id ?? null);
        nodes.push({
          id: `k${isFolder ? "f" : "p"}-${String(nth).padStart(8, "0")}`,
          kind: isFolder ? "folder" : "page",
          parentId,
          name: title,
        });
      }
      return nodes;
    });
    fc.assert(
      fc.property(tree, (nodes) => {
        const paths = pagePaths(nodes);
        expect(paths.size).toBe(nodes.length);
        const keys = new Set(["index.md"]);
        for (const [id, path] of paths) {
          const parts = path.split("/");
          for (const part of parts) {
            expect(part).not.toMatch(/^\.|[.\s]$|[\p{Cc}<>:"\\|?*]|^$/u);
            expect(part).not.toMatch(RESERVED);
            expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200);
            expect(part.normalize("NFC")).toBe(part);
          }
          const key = path.normalize("NFC").toLowerCase();
          expect(keys.has(key)).toBe(false);
          keys.add(key);
          const node = nodes.find((each) => each.id === id);
          expect(parts.slice(0, -1).join("/")).toBe(node?.parentId == null ? "" : paths.get(node.parentId));
        }
        expect(new Map([...pagePaths(nodes.toReversed())].sort())).toEqual(new Map([...paths].sort()));
      }),
      { numRuns: 300 },
    );
  });
});
