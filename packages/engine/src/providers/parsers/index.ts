// parsers: files become text.
// In: bytes, a name, a media type, limits. Out: Markdown-like text with what the file says about itself, or a refusal that says what to do.
// Reading happens in a thread of its own with a deadline and a memory limit; libraries are loaded there, never in the server's thread.

export { type ParserExtension, parseByExtension } from "./extension.js";
export { type ParseOptions, parseFile } from "./in-thread.js";
export {
  type FileHints,
  FORMATS,
  type Format,
  MEDIA_TYPES,
  type ParsedFile,
  type ParsedText,
  type ParseLimits,
  type ParseProgress,
} from "./provider.js";
