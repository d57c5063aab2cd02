// Outgoing calls bear the trace: a model's gateway, a parser or the receiver of a webhook can go on with it.
// In: HTTP calls as Node's own client (and undici, which it is) makes them. Out: their `traceparent` and `tracestate` headers.

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { currentCall } from "../call-scope.js";

/** The part of undici's request that the channel's subscribers may use. */
interface OutgoingRequest {
  addHeader?(name: string, value: string): void;
}

const CHANNEL = "undici:request:create";
let users = 0;

function addHeaders(message: unknown): void {
  const { trace } = currentCall();
  if (trace === null) return;
  const { request } = message as { readonly request: OutgoingRequest };
  const { traceparent, tracestate } = trace.headers();
  request.addHeader?.("traceparent", traceparent);
  if (tracestate !== undefined) request.addHeader?.("tracestate", tracestate);
}

/** Begins with the first engine that traces and ends with the last; calls outside any traced call of ours stay as they are. */
export function propagateToCalls(): () => void {
  let isOn = true;
  users += 1;
  if (users === 1) subscribe(CHANNEL, addHeaders);
  return () => {
    if (!isOn) return;
    isOn = false;
    users -= 1;
    if (users === 0) unsubscribe(CHANNEL, addHeaders);
  };
}
