// Browsers: the one runtime that is treated in its own way.
// In: nothing. Out: whether this is a page of one.

export function isBrowserPage(): boolean {
  return "document" in globalThis;
}
