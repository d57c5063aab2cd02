// A storage extension: files and attachments in this process's memory, for trying out; and a parser of subtitles.
//
//   HINDSIGHT_API_FILE_STORAGE_EXTENSION=./memory-storage.js
//   HINDSIGHT_API_FILE_PARSER_EXTENSION=./memory-storage.js#subtitles

import type { ParserExtension, StorageExtension } from "@hindsight-memory/engine";

export default function memoryStorage(): StorageExtension {
  const objects = new Map<string, { readonly bytes: Uint8Array; readonly modifiedAt: Date }>();
  return {
    async put(key, bytes) {
      objects.set(key, { bytes: bytes.slice(), modifiedAt: new Date() });
    },
    get: async (key) => objects.get(key)?.bytes ?? null,
    async delete(key) {
      objects.delete(key);
    },
    async *list(prefix) {
      for (const [key, { bytes, modifiedAt }] of [...objects])
        if (key.startsWith(prefix)) yield { key, size: bytes.byteLength, modifiedAt };
    },
  };
}

/** Reads subtitles (SRT): what is said, without numbers and times. */
export function subtitles(): ParserExtension {
  return {
    accepts: ({ name }) => name.toLowerCase().endsWith(".srt"),
    async parse(bytes) {
      const lines = new TextDecoder("utf-8", { fatal: true }).decode(bytes).split(/\r?\n/);
      const said = lines.filter((line) => line.trim() !== "" && !/^\d+$/.test(line.trim()) && !line.includes("-->"));
      if (said.length === 0) throw new Error("nothing is said in it");
      return { text: said.join("\n"), metadata: { format: "subtitles" } };
    },
  };
}
