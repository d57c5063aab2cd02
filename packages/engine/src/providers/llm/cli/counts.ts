// Numbers in what a program wrote. In: parsed JSON. Out: a count, 0 when there is none.

import { at } from "../../http/read-answer.js";

export function countAt(value: unknown, field: string): number {
  const count = at(value, field);
  return typeof count === "number" && count > 0 ? count : 0;
}
