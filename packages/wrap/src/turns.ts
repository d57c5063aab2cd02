// What was said in a conversation, whatever client said it.
// In: turns read from a request or an answer. Out: those of the exchange that is going on, the question in it, and the text that is retained.

/** One thing said or done. `isOpen`: words of an assistant that goes on to use tools, so that its answer is still to come. */
export interface Turn {
  readonly role: "user" | "assistant" | "tool_call" | "tool_result";
  readonly text: string;
  /** The tool's name. */
  readonly tool?: string;
  readonly isOpen?: boolean;
}

/** What is kept of tools: nothing, which ones were called and with what, or their results as well. */
export type ToolTurns = "none" | "calls" | "all";

export interface Speakers {
  readonly user?: string | undefined;
  readonly assistant?: string | undefined;
}

/** Where the exchange that is going on begins: behind the last finished answer. Words of the assistant at the very end begin the answer that is asked for. */
export function startOfExchange(turns: readonly Turn[]): number {
  const end = turns.findLastIndex(({ role }) => role !== "assistant");
  return turns.findLastIndex((turn, index) => index < end && turn.role === "assistant" && turn.isOpen !== true) + 1;
}

/** Longest text of a tool call or a tool result that is kept, in UTF-16 units. */
const LONGEST_TOOL_TEXT = 2_000;

/** The turns that are worth a memory, in order; empty ones are none. */
export function worthKeeping(turns: readonly Turn[], tools: ToolTurns): readonly Turn[] {
  return turns.filter((turn) => {
    if (turn.text.trim() === "" && turn.tool === undefined) return false;
    if (turn.role === "tool_call") return tools !== "none";
    return turn.role !== "tool_result" || tools === "all";
  });
}

/**
 * The text that is retained: one JSON message a line, which the server reads as one memory a message. What is said inside a message cannot pose as another
 * message.
 */
export function transcript(turns: readonly Turn[], saidAt: string, speakers: Speakers): string {
  return turns.map((turn) => JSON.stringify(record(turn, saidAt, speakers))).join("\n");
}

function record(turn: Turn, saidAt: string, speakers: Speakers): Readonly<Record<string, string>> {
  switch (turn.role) {
    case "tool_call":
      return { role: "assistant", content: `Used the tool ${turn.tool ?? "?"} with ${cut(turn.text)}`, timestamp: saidAt };
    case "tool_result":
      return { role: "tool", content: `${turn.tool ?? "A tool"} answered: ${cut(turn.text)}`, timestamp: saidAt };
    default: {
      const name = speakers[turn.role];
      return { role: turn.role, ...(name === undefined ? {} : { name }), content: turn.text.trim(), timestamp: saidAt };
    }
  }
}

const cut = (text: string): string => (text.length <= LONGEST_TOOL_TEXT ? text : `${text.slice(0, LONGEST_TOOL_TEXT)} …`);

/** Tokens that a question may have at the server (HINDSIGHT_API_RECALL_MAX_QUERY_TOKENS, 500), with room left. */
const LONGEST_QUERY_TOKENS = 450;

/** The last thing the user said, cut to what the server takes as a question; null when there is nothing. */
export function lastQuestion(turns: readonly Turn[]): string | null {
  const text = turns.findLast((turn) => turn.role === "user" && turn.text.trim() !== "")?.text;
  return text === undefined ? null : shortQuery(text);
}

/**
 * Cuts a text to the length of a question: a third from its start, the rest from its end, where people ask. Tokens are estimated from above: 2.5 characters
 * of ASCII or one other UTF-16 unit each.
 */
export function shortQuery(text: string): string {
  const trimmed = text.trim();
  const cost = (part: string): number => [...part].reduce((sum, char) => sum + (char.charCodeAt(0) < 128 ? 0.4 : char.length), 0);
  const total = cost(trimmed);
  if (total <= LONGEST_QUERY_TOKENS) return trimmed;
  const units = Math.floor((trimmed.length * LONGEST_QUERY_TOKENS) / total);
  const head = Math.floor(units / 3);
  const short = `${whole(trimmed.slice(0, head))} … ${whole(trimmed.slice(trimmed.length - (units - head)))}`;
  // Where scripts are mixed unevenly, the end alone, at one token a unit.
  return cost(short) <= LONGEST_QUERY_TOKENS + 5 ? short : whole(trimmed.slice(-LONGEST_QUERY_TOKENS));
}

/** Without the half of a character that a cut left at either end. */
const whole = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
