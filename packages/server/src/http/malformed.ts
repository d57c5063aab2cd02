// Requests that are no HTTP, or too large in their head: answered on the bare socket, since no request object exists.
// In: the parser's error. Out: a status line and a contract body, then the end of the connection.

import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

const ANSWERS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The request line and headers are larger than 16 KB together."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not arrive in time."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "The chunk extensions are too large."],
};

export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = ANSWERS[error.code ?? ""] ?? [400, "This is not a well-formed HTTP request."];
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}
