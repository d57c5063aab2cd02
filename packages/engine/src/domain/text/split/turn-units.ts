import type { Moment, Role, Unit } from "../../memory.js";
import { countTokens, fitsTokens } from "../tokens.js";
import { cutToTokens } from "./pack.js";

/** One turn as it was said. */
export interface Turn {
  /** The speaker as shown; null for text that nobody is named for. */
  readonly label: string | null;
  readonly role: Role | null;
  readonly text: string;
  readonly saidAt: Moment | null;
}

/**
 * A turn as units: one, or when it has more than `maxTokens`, several that each begin with the speaker, so that each can be
 * understood and embedded alone.
 */
export function turnUnits(turn: Turn, maxTokens: number): readonly Unit[] {
  const prefix = turn.label === null ? "" : `${turn.label}: `;
  const room = Math.max(16, maxTokens - countTokens(prefix) - 1);
  return cutToTokens(turn.text, evenShare(turn.text, room))
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => ({
      text: `${prefix}${part}`,
      speaker: turn.label,
      role: turn.role,
      saidAt: turn.saidAt,
      isTurn: turn.label !== null,
    }));
}

/** The room each part gets when a text is cut into as many parts as it needs, all about as long: the last part is no remnant. */
function evenShare(text: string, room: number): number {
  if (fitsTokens(text, room)) return room;
  const tokens = countTokens(text);
  return Math.min(room, Math.ceil((tokens / Math.ceil(tokens / room)) * 1.15));
}
