import { countTags } from "../../../src/store/tags/count-tags.js";
import { createTagIndex } from "../../../src/store/tags/create-tag-index.js";
import { hasTagIndex } from "../../../src/store/tags/has-tag-index.js";
import { listTags } from "../../../src/store/tags/list-tags.js";
import { bankCase } from "../statement-cases.js";

const page = { limit: 10, offset: 0 };

export const cases = [
  // Indexes hold no rows of their own.
  bankCase(createTagIndex, ({ db, bank }) => createTagIndex(db, bank), { silent: true }),
  bankCase(hasTagIndex, ({ db, bank }) => hasTagIndex(db, bank), { silent: true }),
  ...(["memories", "mental_models"] as const).flatMap((source) => [
    bankCase(listTags, ({ db, bank }) => listTags(db, bank, { ...page, source, pattern: null })),
    bankCase(listTags, ({ db, bank }) => listTags(db, bank, { ...page, source, pattern: "r%" })),
    bankCase(countTags, ({ db, bank }) => countTags(db, bank, source, null)),
  ]),
];
