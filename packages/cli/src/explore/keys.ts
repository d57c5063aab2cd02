// Keys of a terminal by what they are for.
// In: a key as ink tells it. Out: its meaning; null for one that has none.

import type { Key as Pressed } from "ink";
import type { Key } from "./state.js";

const MEANINGS: readonly (readonly [keyof Pressed, Exclude<Key["is"], "text">])[] = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["pageUp", "page up"],
  ["pageDown", "page down"],
  ["home", "first"],
  ["end", "last"],
  ["return", "enter"],
  ["escape", "back"],
  ["backspace", "erase"],
  ["delete", "erase"], // which is what most terminals send for Backspace
];

export function keyOf(input: string, pressed: Pressed): Key | null {
  if (pressed.tab) return { is: pressed.shift ? "previous" : "next" };
  const named = MEANINGS.find(([name]) => pressed[name]);
  if (named !== undefined) return { is: named[1] };
  // What is pasted comes as one piece, and may have ends of lines.
  const text = input.replace(/\p{Cc}+/gu, " ");
  return pressed.ctrl || pressed.meta || text === "" ? null : { is: "text", text };
}
