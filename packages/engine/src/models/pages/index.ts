// pages: mental models with a place in a tree of folders.
// In: a bank and what a caller says, also as Markdown files. Out: nodes, pages as Markdown, and what a search finds.
// The text of a page is its model's; what refreshes it stands in `refresh/`.

export { type AddedPage, addFolder, addPage, type ChangedNode, changeNode, removeNode } from "./change.js";
export { exportPages } from "./export.js";
export { importPages } from "./import/index.js";
export { readPage, searchPages } from "./read.js";
export { pageTree } from "./tree.js";
