import { unzipSync, type Zippable, zipSync } from "fflate";
import { overLimit, unreadable } from "./refusals.js";

/** Entries that a document may have; the largest books have a few thousand. */
const MAX_ENTRIES = 20_000;

/** A zip archive whose directory was read, and nothing else of it. */
export interface Archive {
  readonly names: readonly string[];
  /**
   * Unpacks the entries whose names pass, within what is left of the archive's limit. An entry gets no more room than its directory declares, so a
   * lie there ends in a broken text, not in memory.
   */
  unpack(wanted: (name: string) => boolean): ReadonlyMap<string, Uint8Array>;
}

/** Opens an archive; throws `file_unreadable` for a broken one, `file_over_limit` for one with too many entries or, later, too much in them. */
export function openArchive(bytes: Uint8Array, name: string, maxUnpackedBytes: number): Archive {
  const names: string[] = [];
  read(bytes, name, (entry) => {
    names.push(entry.name);
    if (names.length > MAX_ENTRIES) throw overLimit(name, `holds more than ${MAX_ENTRIES} parts. Split it.`);
    return false;
  });
  let left = maxUnpackedBytes;
  return {
    names,
    unpack(wanted) {
      const unpacked = read(bytes, name, (entry) => {
        if (!wanted(entry.name)) return false;
        left -= entry.originalSize;
        if (left < 0) {
          const limit = Math.round(maxUnpackedBytes / 1_048_576);
          throw overLimit(
            name,
            `unpacks to more than ${limit} MB. Split it, or raise HINDSIGHT_API_FILE_MAX_UNPACKED_MB if it comes from a trusted source.`,
          );
        }
        return true;
      });
      return new Map(Object.entries(unpacked));
    },
  };
}

function read(
  bytes: Uint8Array,
  name: string,
  filter: NonNullable<Parameters<typeof unzipSync>[1]>["filter"],
): ReturnType<typeof unzipSync> {
  try {
    return unzipSync(bytes, { filter: filter ?? (() => false) });
  } catch (error) {
    if (error instanceof Error && error.name === "HindsightError") throw error;
    throw unreadable(name, "is a damaged or incomplete zip archive. Save the document anew and upload that.", error);
  }
}

/** Packs entries without compression, for libraries that want an archive: they then meet no size but one that was checked. */
export function repack(entries: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const files: Zippable = {};
  for (const [name, content] of entries) files[name] = content;
  return zipSync(files, { level: 0 });
}
