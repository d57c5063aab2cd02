import { createHash, randomUUID } from "node:crypto";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isUuid = (value: unknown): value is string => typeof value === "string" && UUID.test(value);

/**
 * New ids for those of an archive: the same one for the same id, and another with every import, so that no two banks share the id of a memory. Made by a hash
 * instead of a table, which would have to hold every id of the bank.
 */
export function freshIds(seed: string = randomUUID()): (id: string) => string {
  return (id) => {
    const hex = createHash("sha256").update(seed).update(id).digest("hex");
    const variant = ((Number.parseInt(hex[16] as string, 16) & 3) | 8).toString(16);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
