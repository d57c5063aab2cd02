// Progress: what a client that asked for it is told while a call is at work.
// In: the token of the call, and steps of the work as they end. Out: notifications of the protocol, whose number only rises; one every few seconds besides,
// so that a client which waits for a sign of life gets one.

import type { ServerNotification } from "@modelcontextprotocol/sdk/types.js";

/** Clients of the SDK give up after a minute of silence; some proxies after half of one. */
const SIGN_OF_LIFE_MS = 10_000;

export interface Progress {
  /** A step has ended, or begins: told in words that hold nothing of what is stored or asked. */
  tell(message: string): void;
  /** No more signs of life; what was sent is sent. */
  end(): void;
}

/** What the SDK hands a handler beside the request. */
export interface Replying {
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  sendNotification(notification: ServerNotification): Promise<void>;
}

const NO_PROGRESS: Progress = Object.freeze({ tell: () => undefined, end: () => undefined });

/** Tells nothing where no token was sent. A notification that cannot be sent costs nothing but itself: the call's answer says what became of it. */
export function progressOf({ _meta, sendNotification }: Replying, everyMs = SIGN_OF_LIFE_MS): Progress {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return NO_PROGRESS;
  let [steps, isOver] = [0, false];
  const tell = (message: string): void => {
    if (isOver) return;
    steps += 1;
    sendNotification({ method: "notifications/progress", params: { progressToken, progress: steps, message } }).catch(() => {
      isOver = true; // nobody listens any more
      clearInterval(alive);
    });
  };
  const began = performance.now();
  const alive = setInterval(() => tell(`At work for ${Math.round((performance.now() - began) / 1000)} s.`), everyMs);
  alive.unref();
  return {
    tell,
    end() {
      isOver = true;
      clearInterval(alive);
    },
  };
}
