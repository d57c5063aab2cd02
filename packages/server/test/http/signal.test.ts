// A request's signal: it fires with an error of ours, and leaves nothing behind on the server's.
// In: signals of a connection and of a server. Out: what fires, and what listens.

import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { requestSignal } from "../../src/http/signal.js";

test("any number of requests at once listen to the end of the server by one listener, and each ends with its own error", () => {
  const [connection, shutdown] = [new AbortController(), new AbortController()];
  const many = Array.from({ length: 100 }, () => requestSignal(new AbortController().signal, shutdown.signal));
  const hungUp = requestSignal(connection.signal, shutdown.signal);
  const done = requestSignal(connection.signal, shutdown.signal);
  expect(getEventListeners(shutdown.signal, "abort")).toHaveLength(1);

  done.release();
  connection.abort();
  shutdown.abort();

  expect(many.map(({ signal }) => signal.reason?.code)).toEqual(many.map(() => "at_capacity"));
  expect(hungUp.signal.reason).toMatchObject({ code: "request_cancelled" });
  expect(done.signal.aborted).toBe(false);
  const late = requestSignal(new AbortController().signal, shutdown.signal);
  expect(late.signal.reason).toMatchObject({ code: "at_capacity" });
});
