import type { Moment, Role, Unit } from "../../memory.js";
import { countTokens } from "../tokens.js";
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
  return cutToTokens(turn.text, room)
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
