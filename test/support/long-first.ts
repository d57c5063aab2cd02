// The order of the test files: those that take long begin first, so that none of them runs alone at the end while the other workers have nothing to do.
// In: the files of a run. Out: the same, in that order; the others follow as Vitest sorts them, by size where it knows no times.
// Vitest knows times only where it has run before, and size tells little: files of a hundred lines that start processes take a minute.

import { existsSync } from "node:fs";
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** From 9 s of processor time, and what waits for other processes; the longest first. It need not be exact. */
const LONG = [
  "test/workers/kill-nine-with-a-model.test.ts",
  "test/workers/kill-nine-while-consolidating.test.ts",
  "test/workers/three-workers.test.ts",
  "test/contract/schemathesis.test.ts",
  "test/docs/packed.test.ts",
  "test/docs/snippets.test.ts",
  "test/contract/generators.test.ts",
  "test/contract/litellm.test.ts",
  "test/contract/python-client.test.ts",
  "packages/engine/test/retain/kill-nine.test.ts",
  "test/workers/time-zone-of-the-server.test.ts",
  "test/stories/ten-thousand-items-are-one-call.story.test.ts",
  "packages/cli/test/pages-sync.test.ts",
  "packages/engine/test/isolation/two-banks.test.ts",
  "test/stories/whatever-is-deleted-is-nowhere.story.test.ts",
  "packages/engine/test/models/a-day-of-failures.test.ts",
  "packages/engine/test/store/faults.test.ts",
  "test/mcp/stdio.test.ts",
  "test/stories/a-small-model-in-trouble.story.test.ts",
  "packages/cli/test/admin.test.ts",
  "packages/engine/test/store/faults-power-loss.test.ts",
  "packages/engine/test/admin/maintenance.test.ts",
  "packages/engine/test/tenants/home-schema.test.ts",
  "packages/engine/test/retain/reading.story.test.ts",
  "test/stories/pages-come-back-from-files.story.test.ts",
  "test/access/tenants.test.ts",
  "test/stories/pages-lie-in-a-tree.story.test.ts",
  "test/stories/a-standing-answer-is-kept.story.test.ts",
  "test/stories/an-uploaded-file-is-remembered.story.test.ts",
  "packages/engine/test/providers/local-encoder.test.ts",
  "packages/engine/test/retain/writers.story.test.ts",
  "packages/engine/test/admin/backup.test.ts",
  "packages/engine/test/forget/deletion-is-complete.test.ts",
  "packages/cli/test/reflect.test.ts",
  "packages/engine/test/recall/finding.story.test.ts",
  "test/stories/a-reflection-with-a-model.story.test.ts",
  "packages/engine/test/models/refreshing.test.ts",
  "test/stories/a-deletion-is-reported.story.test.ts",
];

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const gone = LONG.filter((file) => !existsSync(path.join(root, file)));
    if (gone.length > 0) throw new Error(`test/support/long-first.ts names files that are not there: ${gone.join(", ")}`);
    const place = new Map(LONG.map((file, index) => [path.join(root, file), index]));
    const placeOf = ({ moduleId }: TestSpecification): number => place.get(path.normalize(moduleId)) ?? LONG.length;
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}
