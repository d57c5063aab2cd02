// templates: a bank's settings, mental models and directives as one JSON document.
// In: a bank, or a document that somebody wrote. Out: the document of a bank, or a bank set up by one: all of it or nothing.
// Also a gallery of templates that are shipped (`assets/templates`), and the document's JSON Schema.

export { applyTemplate } from "./apply.js";
export { defaultTemplate } from "./default.js";
export { exportTemplate } from "./export.js";
export { templateGallery } from "./gallery.js";
export { readTemplate } from "./read.js";
export { templateSchema } from "./schema.js";
