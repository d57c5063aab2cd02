import { countTags } from "../../../src/store/tags/count-tags.js";
import { listTags } from "../../../src/store/tags/list-tags.js";
import { bankCase } from "../statement-cases.js";

const page = { limit: 10, offset: 0 };

export const cases = (["memories", "mental_models"] as const).flatMap((source) => [
  bankCase(listTags, ({ db, bank }) => listTags(db, bank, { ...page, source, pattern: null })),
  bankCase(listTags, ({ db, bank }) => listTags(db, bank, { ...page, source, pattern: "r%" })),
  bankCase(countTags, ({ db, bank }) => countTags(db, bank, source, null)),
]);
