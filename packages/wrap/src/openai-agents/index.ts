// The OpenAI Agents SDK: a session that remembers.
// In: a memory. Out: what `run` takes as a session.

export { type HindsightSession, hindsightSession, type SessionOptions } from "./session.js";
