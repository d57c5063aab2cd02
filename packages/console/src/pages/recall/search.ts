// What of the recall page stands in its address.
// In: the parsed query. Out: the page's state; absent is the preset.

export const recallSearch = (_search: Record<string, unknown>): Record<never, never> => ({});
