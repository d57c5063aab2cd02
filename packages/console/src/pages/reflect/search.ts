// What of the reflect page stands in its address.
// In: the parsed query. Out: the page's state; absent is the preset.

export const reflectSearch = (_search: Record<string, unknown>): Record<never, never> => ({});
