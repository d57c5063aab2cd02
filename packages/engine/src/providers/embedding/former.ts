/** The encoder that was in use before: it reads questions for banks whose vectors are still its own, until those of the new one are made. */

import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import type { Logger } from "pino";
import { loadSettings, type Settings } from "../../config/index.js";
import { HindsightError } from "../../errors.js";
import { createEmbeddingProvider } from "./index.js";
import type { EmbeddingProvider } from "./provider.js";

export interface FormerEncoder {
  /** The encoder, built at first use; null while it cannot be, which is tried again a minute later. */
  open(): Promise<EmbeddingProvider | null>;
  close(): Promise<void>;
}

/** Between tries of an encoder that could not be opened, in milliseconds. */
const AGAIN_MS = 60_000;
/** Without a question for so long, in milliseconds, it is closed: a local model gives its memory back. */
const UNUSED_MS = 300_000;
/** What names an encoder; other lines of the file are not read. */
const ENCODER_SETTING = /^HINDSIGHT_API_(?:EMBEDDINGS_|COHERE_API_KEY$)/;

/**
 * The one of the settings' file, else the built-in encoder where another is in use: it needs no settings and is what banks had before anybody chose. Null for
 * the built-in encoder without a file. Throws `configuration_invalid` for a file that is not there or names no encoder.
 */
export function formerEncoder(settings: Settings, log: Logger): FormerEncoder | null {
  const file = settings.embeddingsFormerFile;
  if (file === "" && settings.embeddingsProvider === "local") return null;
  const former = file === "" ? { ...settings, embeddingsProvider: "local" as const } : { ...settings, ...encoderOf(file) };
  let opened: Promise<EmbeddingProvider | null> | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  let unused: NodeJS.Timeout | undefined;

  async function build(): Promise<EmbeddingProvider | null> {
    try {
      return await createEmbeddingProvider(former, log);
    } catch (error) {
      failedAt = performance.now();
      opened = null;
      log.warn(
        { err: error },
        "the former encoder could not be opened: what has only its vectors is found by words until the new ones are made",
      );
      return null;
    }
  }
  async function close(): Promise<void> {
    clearTimeout(unused);
    const closing = opened;
    opened = null;
    await (await closing)?.close();
  }
  return {
    async open() {
      if (opened === null && performance.now() - failedAt < AGAIN_MS) return null;
      opened ??= build();
      clearTimeout(unused);
      unused = setTimeout(
        () => void close().catch((error: unknown) => log.warn({ err: error }, "the former encoder did not close")),
        UNUSED_MS,
      );
      unused.unref();
      return opened;
    },
    close,
  };
}

/** The encoder's settings of a file of `NAME=value` lines, such as the `.env` of before. */
function encoderOf(file: string): Partial<Settings> {
  let lines: NodeJS.Dict<string>;
  try {
    lines = parseEnv(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new HindsightError("configuration_invalid", `HINDSIGHT_API_EMBEDDINGS_FORMER_FILE: '${file}' cannot be read.`, { cause });
  }
  const own = Object.fromEntries(Object.entries(lines).filter(([name]) => ENCODER_SETTING.test(name)));
  const read = loadSettings({ ...own, HINDSIGHT_API_EMBEDDINGS_FORMER_FILE: "" });
  return Object.fromEntries(Object.entries(read).filter(([name]) => name.startsWith("embeddings") || name === "cohereApiKey"));
}
