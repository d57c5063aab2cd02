// What can be done to an archive: its members changed, its bytes turned, its lists made to lie.
// In: an archive's members, or its bytes. Out: the same, damaged.

import { expect } from "vitest";
import { changeRows } from "./ground.js";

export type Members = Map<string, Uint8Array>;
export const text = (content: string): Uint8Array => Buffer.from(content);

export const changeModel = (members: Members, change: object): void =>
  changeRows(members, "mental_models.json", (rows) => rows.map((row) => ({ ...row, ...change })));
export const changeWebhook = (members: Members, change: object): void =>
  changeRows(members, "webhooks.json", (rows) => rows.map((row) => ({ ...row, ...change })));

export function changeDocument(members: Members, from: string, to: string): void {
  const whole = Buffer.from(members.get("documents/000000.json") as Uint8Array).toString();
  expect(whole).toContain(from);
  members.set("documents/000000.json", text(whole.replace(from, () => to)));
}

/** The document "loose", wherever it is named. */
export function renameDocument(members: Members, name: string): void {
  for (const [member, bytes] of members)
    if (member.endsWith(".json"))
      members.set(
        member,
        text(
          Buffer.from(bytes)
            .toString()
            .replaceAll('"document_id":"loose"', `"document_id":${JSON.stringify(name)}`),
        ),
      );
}

/** A name in both lists of the zip, by another of the same length. */
export function renamed(bytes: Uint8Array, from: string, to: string): Uint8Array {
  expect(to).toHaveLength(from.length);
  const buffer = Buffer.from(bytes);
  for (let at = buffer.indexOf(from); at >= 0; at = buffer.indexOf(from, at + 1)) {
    const isName = [0x04034b50, 0x02014b50].some((signature, kind) => buffer.readUInt32LE(at - (kind === 0 ? 30 : 46)) === signature);
    if (isName) buffer.write(to, at);
  }
  return buffer;
}

/** Where the bytes of a member begin, and its entry in the central list. */
function placeOf(buffer: Buffer, name: string): { readonly data: number; readonly entry: number } {
  const local = buffer.indexOf(name);
  const entry = buffer.lastIndexOf(name) - 46;
  return { data: local + name.length + buffer.readUInt16LE(local - 2), entry };
}

export function flipped(bytes: Uint8Array, name: string): Uint8Array {
  const buffer = Buffer.from(bytes);
  const { data } = placeOf(buffer, name);
  buffer[data + 20] = (buffer[data + 20] as number) ^ 0xff;
  return buffer;
}

export function resized(bytes: Uint8Array, name: string): Uint8Array {
  const buffer = Buffer.from(bytes);
  const { entry } = placeOf(buffer, name);
  buffer.writeUInt32LE(buffer.readUInt32LE(entry + 24) + 1, entry + 24);
  return buffer;
}
