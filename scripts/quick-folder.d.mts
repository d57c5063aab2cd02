/** Absolute path of a folder in memory with room for the tests, else the system's temporary folder. */
export function quickFolder(): string;
