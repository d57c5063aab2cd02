import type { PromptMessage } from "../../domain/prompts.js";
import { rulesOfReading } from "./instructions.js";
import { type ChunkWords, wordsAboutChunk } from "./message.js";
import type { DistilSettings } from "./types.js";

interface Circumstances {
  readonly hasAttachments: boolean;
  /** An earlier reply to this text had the wrong form. */
  readonly isSecondTry: boolean;
}

/** What a model is told that reads a chunk: the rules, then the chunk. Calls and previews are made of this one. */
export function readingPrompt(
  chunk: ChunkWords,
  settings: DistilSettings,
  { hasAttachments, isSecondTry }: Circumstances,
): readonly [PromptMessage, PromptMessage] {
  return [
    { role: "system", blocks: rulesOfReading(settings, hasAttachments) },
    { role: "user", blocks: wordsAboutChunk(chunk, settings, isSecondTry) },
  ];
}
