import { PARSERS, type Settings } from "../config/index.js";
import { HindsightError } from "../errors.js";

/** The parsers of a file: its own, else those of the request, else the server's. Throws `bad_argument` for one that is not offered or not allowed. */
export function parsersOf(
  settings: Pick<Settings, "fileParser" | "fileParserAllowlist">,
  ...asked: readonly (string | readonly string[] | null | undefined)[]
): readonly string[] {
  const own = asked.map((names) => (typeof names === "string" ? [names] : (names ?? []))).find((names) => names.length > 0);
  if (own === undefined) return settings.fileParser.length === 0 ? PARSERS.slice(0, 1) : settings.fileParser;
  for (const name of own) requireOffered(name, settings.fileParserAllowlist);
  return own;
}

function requireOffered(name: string, allowlist: readonly string[]): void {
  const offered = PARSERS.filter((parser) => allowlist.length === 0 || allowlist.includes(parser));
  if (offered.some((parser) => parser === name)) return;
  const why =
    name === "iris" || name === "llama_parse"
      ? "would send the file to a hosted service and is not offered by this server"
      : PARSERS.some((parser) => parser === name)
        ? "is not among HINDSIGHT_API_FILE_PARSER_ALLOWLIST"
        : "is not known";
  throw new HindsightError(
    "bad_argument",
    `The parser "${name.slice(0, 80)}" ${why}. Use ${offered.join(" or ") || "none"}, or leave it out.`,
  );
}
