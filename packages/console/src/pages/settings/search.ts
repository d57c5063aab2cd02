// What of the settings page stands in its address.
// In: the parsed query. Out: the page's state; absent is the preset.

export const settingsSearch = (_search: Record<string, unknown>): Record<never, never> => ({});
