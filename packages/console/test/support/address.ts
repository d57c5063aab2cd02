// Addresses of the console.
// In: a server, a bank, a section. Out: where it is.

export const consoleUrl = (serverUrl: string, bank: string, section: string): string =>
  `${serverUrl}/console/banks/${encodeURIComponent(bank)}/${section}`;
