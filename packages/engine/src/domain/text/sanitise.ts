// Sanitising: what PostgreSQL and UTF-8 cannot hold is taken out at the door.

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Removes control characters (tab, line feed and carriage return stay) and lone surrogates. Special-token literals are text like any other. */
export function sanitise(text: string): string {
  return text.replace(CONTROL_CHARACTERS, "").replace(LONE_SURROGATES, "");
}

/** True when nothing visible is left: white space, control and format characters only. */
export function isBlank(text: string): boolean {
  return !/[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}]/u.test(text);
}
