// Which part of a call is new, and which conversation it belongs to: chat clients send the whole history again with every call.
// In: the turns of a request and its answer. Out: the turns nobody retained yet, and the document they go to.

import { recent } from "./recent.js";
import { startOfExchange, type Turn } from "./turns.js";

/** A call that was answered. */
export interface Answered {
  readonly bankId: string;
  readonly sessionId: string | null;
  /** What the provider itself knows of the conversation: the id of an earlier answer, say; null when the request holds all of it. */
  readonly heldBy: string | null;
  readonly turns: readonly Turn[];
  readonly answer: readonly Turn[];
  /** The exchange goes on: tools are to be used, or the answer was broken off. */
  readonly isOpen: boolean;
  /** The provider's id of this answer, by which a later request may go on from it. */
  readonly answerId: string | null;
}

export interface Fresh {
  readonly documentId: string;
  readonly turns: readonly Turn[];
}

interface Exchange {
  readonly documentId: string;
  readonly taken: readonly string[];
  readonly isOpen: boolean;
}

/** As many exchanges, and as many ends of conversations, are known at a time. */
const KNOWN = 1_000;

/**
 * Takes what is new of each answered call. Only the exchange that is going on is taken, so that a history which another process retained, or examples in
 * front of it, are not retained here; within it, what was taken stays taken through tool loops, repeats and broken streams.
 */
export function exchanges(): (answered: Answered) => Fresh {
  const known = recent<Exchange>(KNOWN);
  const documents = recent<string>(KNOWN);

  return ({ bankId, sessionId, heldBy, turns, answer, isOpen, answerId }) => {
    const start = startOfExchange(turns);
    const before = fingerprint(turns.slice(0, start));
    const current = turns.slice(start);
    const isStart = sessionId === null && heldBy === null && before === "";
    const place = JSON.stringify([bankId, sessionId, heldBy, before]);
    // Conversations without a name that begin alike are told apart by their first words.
    const key = isStart ? JSON.stringify([place, sign(current[0])]) : place;
    const found = known.get(key);
    const isKnown = (turn: Turn): boolean => found?.taken.includes(sign(turn)) === true;
    // The same beginning with another answer is another conversation; other words in the same place are another exchange of one that sends no history.
    const isAnother = found?.isOpen === false && (isStart ? !answer.every(isKnown) : !current.every(isKnown));
    const exchange = isAnother ? undefined : found;
    const documentId = exchange?.documentId ?? sessionId ?? documents.get(place) ?? `conversation-${crypto.randomUUID()}`;
    const fresh = notIn([...current, ...answer], exchange?.taken ?? []);
    known.set(key, { documentId, taken: [...(exchange?.taken ?? []), ...fresh.map(sign)], isOpen });
    documents.set(JSON.stringify([bankId, sessionId, heldBy, fingerprint([...turns, ...answer])]), documentId);
    if (answerId !== null) documents.set(JSON.stringify([bankId, sessionId, answerId, ""]), documentId);
    return { documentId, turns: fresh };
  };
}

/** Turns without those that stand in `taken`, each as often as it stands there. */
function notIn(turns: readonly Turn[], taken: readonly string[]): readonly Turn[] {
  const left = new Map<string, number>();
  for (const each of taken) left.set(each, (left.get(each) ?? 0) + 1);
  return turns.filter((turn) => {
    const each = sign(turn);
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count <= 0;
  });
}

/** What a turn is known by: its text as far as it is short, else hashes of it. */
function sign(turn: Turn | undefined): string {
  if (turn === undefined) return "";
  const text = turn.text.trim();
  return JSON.stringify([turn.role, turn.tool ?? "", text.length <= 100 ? text : hashes(text)]);
}

/** A conversation's words so far, tools left out; "" when nothing was said. */
function fingerprint(turns: readonly Turn[]): string {
  const said = turns.filter((turn) => (turn.role === "user" || turn.role === "assistant") && turn.text.trim() !== "");
  return said.length === 0 ? "" : hashes(JSON.stringify(said.map(sign)));
}

/** Two hashes of 32 bits and the length. */
const hashes = (text: string): string =>
  [hash(text, 0x811c9dc5, 0x01000193), hash(text, 0x9e3779b9, 0x85ebca6b), text.length.toString(36)].join("-");

/** FNV-1a over UTF-16 units with a start and a factor of one's own: without `node:crypto`, which browsers and edge runtimes lack. */
function hash(text: string, start: number, factor: number): string {
  let value = start;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), factor);
  return ((value ^ (value >>> 15)) >>> 0).toString(36);
}
