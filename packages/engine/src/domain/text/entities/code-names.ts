/** Names that programs give: each pattern is precise enough to stand alone. */
const CODE_NAMES: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]{1,10}:\/\/[^\s<>"'`，。、）)\]}]+[^\s<>"'`，。、）)\]}.,;:!?]/giu, // URLs
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?![\p{L}\p{N}])/gu, // e-mail
  /(?<![\p{L}\p{N}@/.])@[a-z0-9][a-z0-9._-]*\/[a-z0-9][a-z0-9._-]*[a-z0-9]/giu, // @scope/package
  /(?<![\p{L}\p{N}@/.])@[a-z_][a-z0-9_]{2,38}(?![\p{L}\p{N}@/])/giu, // handles
  /(?<![\p{L}\p{N}_./~-])(?:~|\.{1,2})?\/?(?:[\p{L}\p{N}_.@-]+\/)*[\p{L}\p{N}_@-][\p{L}\p{N}_.@-]*\.(?:[cm]?[jt]sx?|py|rs|go|rb|java|kt|c|h|cpp|hpp|cs|php|swift|sh|bash|zsh|sql|json[l5]?|ya?ml|toml|ini|cfg|conf|env|lock|md|mdx|txt|csv|tsv|xml|html?|css|scss|vue|svelte|ipynb|pdf|docx?|xlsx?|pptx?|png|jpe?g|svg|gif|zip|tar|gz|log|exe|dll|so|wasm|onnx|parquet|db|sqlite)(?![\p{L}\p{N}_])/giu, // files
  /(?<![\p{L}\p{N}_./-])(?:~|\.{1,2})?\/(?:[\p{L}\p{N}_.@-]+\/)+[\p{L}\p{N}_.@-]*[\p{L}\p{N}_]/gu, // absolute and relative paths
  /(?<![\p{L}\p{N}_.-])v\d+(?:\.\d+){1,3}(?:-[a-z0-9]+(?:[.-][a-z0-9]+)*)?(?![\p{L}\p{N}_])/giu, // v1.2.3-rc.1
  /(?<![\p{L}\p{N}_.-])\d+\.\d+\.\d+-[a-z][a-z0-9.]*(?![\p{L}\p{N}_])/giu, // 1.2.3-beta
  /(?<![\p{L}\p{N}_-])\p{Lu}[\p{Lu}\p{N}]{1,9}(?:-[\p{Lu}\p{N}]*\p{N}[\p{Lu}\p{N}]*)+(?![\p{L}\p{N}_-])/gu, // ERR-7F13-1133, ABC-123
  /(?<![\p{L}\p{N}_])E(?:[A-Z]{4,}|ACCES|EXIST)(?![\p{L}\p{N}_])/gu, // ENOENT
  /(?<![\p{L}\p{N}_])\p{Lu}[\p{Lu}\p{N}]*(?:_[\p{Lu}\p{N}]+)+(?![\p{L}\p{N}_])/gu, // HINDSIGHT_API_PORT
  /(?<![\p{L}\p{N}_.])[a-z][a-z0-9]*(?:_[a-z0-9.]*[a-z0-9]+)+(?:\(\))?(?![\p{L}\p{N}_])/gu, // snake_case, import_v2.0
  /(?<![\p{L}\p{N}_.])[a-z]{2,}(?:[A-Z][a-z0-9]+)+(?:\(\))?(?![\p{L}\p{N}_])/gu, // camelCase
  /(?<=`)[^`\s][^`\n]{0,60}?[^`\s](?=`)/gu, // `between backticks`
];

/** Error names that begin with E like English words in capitals do. */
const SHOUTED =
  /^E(?:VERY|XACTLY|NOUGH|ITHER|LSE|ND|ASY|ACH|VEN|XTRA|MERGENCY|RROR|NGLISH|UROPE|AST|ARLY|VERYONE|VERYTHING|XCITED|NJOY|PIC|LEVEN)/u;

export interface Found {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Finds code names, longest reading first; no two overlap. */
export function findCodeNames(text: string): readonly Found[] {
  if (!/[`@/_.\p{N}]|\p{Ll}\p{Lu}|E[A-Z]{4}/u.test(text)) return [];
  const found: Found[] = [];
  for (const pattern of CODE_NAMES) {
    for (const match of text.matchAll(pattern)) {
      const name = match[0];
      const [start, end] = [match.index, match.index + name.length];
      if (name.length < 3 || name.length > 200 || SHOUTED.test(name)) continue;
      if (!found.some((other) => start < other.end && end > other.start)) found.push({ name, start, end });
    }
  }
  return found.sort((left, right) => left.start - right.start);
}
