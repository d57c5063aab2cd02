import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { HindsightError } from "../../errors.js";
import { isTooDeep, MOST_LEVELS } from "./depth.js";
import { foreign, type Manifest, readManifest, unreadable } from "./manifest.js";
import { MANIFEST, memberKind } from "./names.js";

export interface ArchiveLimits {
  /** Bytes that all members may unpack to. */
  readonly maxUnpackedBytes: number;
}

export interface Archive {
  readonly manifest: Manifest;
  /** The bytes of a member, as the manifest says they are: size and SHA-256 are compared. */
  bytes(name: string): Promise<Uint8Array>;
  /** The JSON of a member. */
  json(name: string): Promise<unknown>;
  /** The checksum that the manifest gives a member. */
  sha256(name: string): string | undefined;
}

/** Members at most: each document and attachment is one. */
const MOST_MEMBERS = 500_000;
/** Largest member: a document of the largest size with its chunks and memories. */
const MAX_MEMBER_BYTES = 256 * 1_048_576;
/** What deflate can shrink at most is about 1,030 to 1; texts shrink to a tenth. */
const MOST_SHRUNK = 1_100;

const openZip = promisify<Buffer, object, ZipFile>(yauzl.fromBuffer as never);

/**
 * Opens an archive and checks it by its lists, before anything is unpacked: it is a zip of ours, each member stands in the manifest and the other way
 * round, no name leads elsewhere, and no size is beyond the limits. Throws `file_unreadable` for anything else, with what is wrong.
 */
export async function openArchive(bytes: Uint8Array, limits: ArchiveLimits): Promise<Archive> {
  const zip = await opened(bytes);
  const entries = await entriesOf(zip);
  const listed = entries.get(MANIFEST);
  if (listed === undefined) throw foreign();
  checkSize(listed, MAX_MEMBER_BYTES);
  const described = await unpacked(zip, listed, listed.uncompressedSize);
  if (isTooDeep(described)) throw foreign();
  const manifest = readManifest(utf8(described, MANIFEST));
  checkMembers(manifest, entries, limits);
  const members = new Map(manifest.members.map((member) => [member.name, member]));
  const read = async (name: string): Promise<Uint8Array> => {
    const [member, entry] = [members.get(name), entries.get(name)];
    if (member === undefined || entry === undefined) throw unreadable(`it has no ${name}`);
    const content = await unpacked(zip, entry, member.size);
    if (createHash("sha256").update(content).digest("hex") !== member.sha256)
      throw unreadable(`${name} is damaged: its checksum is not that of the manifest. Export it again, or copy the file anew`);
    return content;
  };
  return {
    manifest,
    bytes: read,
    sha256: (name) => members.get(name)?.sha256,
    async json(name) {
      try {
        const text = await read(name);
        if (isTooDeep(text)) throw unreadable(`${name} has lists and objects more than ${MOST_LEVELS} levels deep`);
        return JSON.parse(utf8(text, name));
      } catch (cause) {
        if (cause instanceof HindsightError) throw cause;
        throw unreadable(`${name} is no JSON`, cause);
      }
    },
  };
}

async function opened(bytes: Uint8Array): Promise<ZipFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return await openZip(buffer, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true });
  } catch (cause) {
    throw unreadable(`it is no zip file, or only a part of one (${reasonOf(cause)})`, cause);
  }
}

/** The entries by name. yauzl refuses names that are absolute, go upwards or hold backslashes. */
function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MOST_MEMBERS) throw unreadable(`it has ${zip.entryCount} members; ${MOST_MEMBERS} is the limit`);
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on("entry", (entry: Entry) => {
      if (entries.has(entry.fileName)) return reject(unreadable(`it has two members named ${shown(entry.fileName)}`));
      if (entries.size >= MOST_MEMBERS) return reject(unreadable(`it has more than ${MOST_MEMBERS} members`));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on("end", () => resolve(entries));
    zip.on("error", (cause: Error) => reject(unreadable(`its list of members is damaged (${reasonOf(cause)})`, cause)));
    zip.readEntry();
  });
}

function checkMembers(manifest: Manifest, entries: ReadonlyMap<string, Entry>, { maxUnpackedBytes }: ArchiveLimits): void {
  const names = new Set(manifest.members.map(({ name }) => name));
  if (names.size !== manifest.members.length) throw unreadable("its manifest names a member twice");
  for (const name of entries.keys())
    if (name !== MANIFEST && !names.has(name)) throw unreadable(`it holds ${shown(name)}, which its manifest does not name`);
  let total = 0;
  for (const { name, size } of manifest.members) {
    const entry = entries.get(name);
    if (memberKind(name) === null) throw unreadable(`it has a member ${shown(name)}, which no archive of this version has`);
    if (entry === undefined) throw unreadable(`it lacks ${name}, which its manifest names: it is not whole`);
    if (entry.uncompressedSize !== size) throw unreadable(`${name} has another size than its manifest says`);
    checkSize(entry, MAX_MEMBER_BYTES);
    total += size;
  }
  if (total > maxUnpackedBytes)
    throw unreadable(
      `it unpacks to ${Math.ceil(total / 1_048_576)} MB, and ${Math.floor(maxUnpackedBytes / 1_048_576)} MB is the limit. Raise HINDSIGHT_API_TRANSFER_MAX_UNPACKED_MB`,
    );
}

function checkSize(entry: Entry, most: number): void {
  const { fileName, compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > most) throw unreadable(`${shown(fileName)} unpacks to more than ${most / 1_048_576} MB`);
  if (uncompressedSize > compressedSize * MOST_SHRUNK)
    throw unreadable(`${shown(fileName)} claims to unpack to more than can be packed so small`);
}

/** yauzl ends a stream that gives more or less than its entry says. */
async function unpacked(zip: ZipFile, entry: Entry, size: number): Promise<Buffer> {
  const name = shown(entry.fileName);
  try {
    const stream = await streamOf(zip, entry);
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    const content = Buffer.concat(parts);
    if (content.byteLength === size) return content;
  } catch (cause) {
    throw unreadable(`${name} cannot be unpacked (${reasonOf(cause)})`, cause);
  }
  throw unreadable(`${name} has another size than its manifest says`);
}

function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => zip.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error))));
}

function utf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unreadable(`${name} is no UTF-8`, cause);
  }
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 100));
const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message.slice(0, 150) : String(cause));
