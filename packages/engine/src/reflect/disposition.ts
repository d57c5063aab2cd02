import { dispositionOf } from "../config/index.js";
import type { Task } from "./task.js";

/** What each value of a trait asks for, from 1 to 5. */
const PHRASES = {
  skepticism: [
    "believe what is said",
    "give what is said the benefit of the doubt",
    "neither trusting nor doubting",
    "ask what speaks for a claim before relying on it",
    "doubt claims until something independent supports them, and mark those that nothing does",
  ],
  literalism: [
    "read for the intention and fill in what is meant",
    "prefer the intention to the wording",
    "weigh wording and intention alike",
    "keep close to the wording",
    "take words exactly as they stand and read nothing into them",
  ],
  empathy: [
    "leave feelings out of it",
    "facts before feelings",
    "facts and feelings in balance",
    "mention how people feel where it matters",
    "let how people feel weigh heavily",
  ],
} as const;

/** The temper of the bank in one line; null where the bank says nothing about it. */
export function dispositionLine({ settings }: Pick<Task, "settings">): string | null {
  const isSet = [settings.disposition_skepticism, settings.disposition_literalism, settings.disposition_empathy].some(
    (trait) => trait !== null,
  );
  if (!isSet) return null;
  const traits = Object.entries(dispositionOf(settings)).map(([name, value]) => {
    return `${name} ${value} of 5 (${PHRASES[name as keyof typeof PHRASES][value - 1]})`;
  });
  return `Disposition: ${traits.join("; ")}.`;
}
