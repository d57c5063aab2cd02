/** Does a question ask for nothing but a time? "What did I do three days ago?" has no word that a memory could hold. */

import { ENGLISH_STOP_WORDS, HAN_STOP_CHARACTERS } from "../domain/text/stop-words.js";

/** Words that ask for whatever there is. */
const ASKING = new Set(
  `happen happened happening happens occurred talk talked discuss discussed say said tell told mention mentioned note notes noted remember recall know
  anything something everything things thing stuff event events up going went new else was were show give list summarise summarize summary please`.split(
    /\s+/u,
  ),
);
const CHINESE_ASKING = /发生|做|干|事情|事|说|聊|谈|记得|哪些|什么|怎么|过|吗|呢|了|我们|我|你们|你|有|的|在|那|这|天|时候|请|告诉/gu;

/** `source` is the expression of time in the question, or null when the window came with the request. */
export function asksOnlyForTime(text: string, source: string | null): boolean {
  const rest = source === null ? text : text.normalize("NFKC").replace(source, " ");
  const words =
    rest
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? [];
  return words.every((word) => {
    const plain = word.replace(/'.*$/u, "");
    if (/\p{Script=Han}/u.test(word))
      return Array.from(word.replace(CHINESE_ASKING, "")).every((character) => HAN_STOP_CHARACTERS.has(character));
    return ENGLISH_STOP_WORDS.has(plain) || ENGLISH_STOP_WORDS.has(word.replace("'", "")) || ASKING.has(plain);
  });
}
