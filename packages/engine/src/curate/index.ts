// curate: changing by hand what was retained: editing a fact, taking it out of use, putting it back; giving entities names, making them one, and taking them apart.
// In: a transaction that holds the bank's row, an open bank, what to change. Out: the change with all that follows from it, in the same transaction.
// What was learnt of the old words goes by way of forget; what the documents say themselves is never touched.

export { addAlias, removeAlias } from "./aliases.js";
export { curateFact } from "./curate-fact.js";
export { mergeEntities, splitEntity } from "./entities.js";
export { screened } from "./screen.js";
