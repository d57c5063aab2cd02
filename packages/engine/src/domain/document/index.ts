// document: a mental model's content in parts, so that a change of one leaves the others byte for byte.
// In: Markdown, a document as a model wrote it, or operations on one. Out: sections and blocks with stable ids, and Markdown again.
// For every document here `split(render(document))` says the same, and `render(split(content))` is the canonical form of a content.

export { applyOperations, type Change, type Edited, type SkippedOperation } from "./apply.js";
export { fromGiven } from "./given.js";
export { type DocumentOperation, readOperation } from "./operations.js";
export { render } from "./render.js";
export { split } from "./split.js";
export { readStored } from "./stored.js";
