import { dispositionOf } from "../config/index.js";
import { builtin, onlyIf, type PromptBlock } from "../domain/prompts.js";
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

/** The temper of the bank in one line, a block for each trait; where the bank says nothing about it, it is not there. */
export function dispositionBlocks({ settings }: Pick<Task, "settings">): readonly PromptBlock[] {
  const traits = Object.entries(dispositionOf(settings));
  const isSet = traits.some(([name]) => settings[`disposition_${name as keyof typeof PHRASES}`] !== null);
  return traits.map(([name, value], index) => {
    const said = `${name} ${value} of 5 (${PHRASES[name as keyof typeof PHRASES][value - 1]})`;
    const text = `${index === 0 ? "Disposition: " : ""}${said}${index === traits.length - 1 ? "." : "; "}`;
    return onlyIf(isSet, builtin(name, `Disposition: ${name}`, text, `disposition_${name}`));
  });
}
