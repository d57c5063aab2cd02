// The server's half of holding: who uses it, and when it may end.
// In: connections of programs on this machine. Out: word when the last of them is gone, or when one asks for the end.
// A hold is an open connection, so that a program which is killed gives it back too.

import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** One line of JSON each: the first takes a hold, a second gives it back. */
export interface HoldRequest {
  readonly token?: string;
  /** The server stays when the last program is gone, until it is idle. */
  readonly keepRunning?: boolean;
  /** `leave`: this program needs it no more; `stop`: it is to end for all. */
  readonly want?: "leave" | "stop";
}

export interface Control {
  readonly port: number;
  readonly token: string;
  /** The end has begun: programs that hold it know from here on that they need another one. Those that wait for the end wait on. */
  letGo(): void;
  /** Ends all connections: programs that wait for the end read that it is here. */
  close(): void;
}

/** A server that nobody takes was started by a program that is gone already. */
const FIRST_HOLD_MS = 10_000;

/** Several times the length of the token's line. */
const HELLO_BYTES = 4_096;

export async function openControl({ keepRunning, onEnd }: { readonly keepRunning: boolean; onEnd(): void }): Promise<Control> {
  const token = randomBytes(32).toString("hex");
  const holders = new Set<Socket>();
  const connected = new Set<Socket>();
  let stays = keepRunning;
  const endUnlessHeld = (): void => {
    if (holders.size === 0 && !stays) onEnd();
  };
  const listener = createServer((socket) => {
    connected.add(socket);
    const gone = (): void => void socket.destroy(); // a program that was killed
    socket.on("error", gone);
    // Who has not said yet who it is, has little to say: it must not fill the memory.
    socket.on("data", () => !holders.has(socket) && socket.bytesRead > HELLO_BYTES && gone());
    socket.on("close", () => {
      connected.delete(socket);
      if (holders.delete(socket)) endUnlessHeld();
    });
    // Errors of what it reads are its own as well, and would end the server if nobody heard them.
    createInterface({ input: socket })
      .on("error", gone)
      .on("line", (line) => heard(socket, line));
  });
  function heard(socket: Socket, line: string): void {
    const asked = parsed(line);
    if (!holders.has(socket)) {
      if (!isToken(asked.token, token)) return void socket.destroy();
      holders.add(socket);
      stays ||= asked.keepRunning === true;
      socket.write("held\n");
    } else if (asked.want === "stop") {
      holders.delete(socket);
      onEnd();
    } else if (asked.want === "leave") {
      holders.delete(socket);
      if (holders.size > 0 || stays) socket.end();
      else onEnd(); // the connection ends when the server has
    }
  }
  await new Promise<void>((resolve, reject) => listener.once("error", reject).listen(0, "127.0.0.1", resolve));
  setTimeout(endUnlessHeld, FIRST_HOLD_MS).unref();
  return {
    port: (listener.address() as { port: number }).port,
    token,
    letGo() {
      for (const socket of holders) socket.end();
    },
    close() {
      listener.close();
      for (const socket of connected) socket.end();
    },
  };
}

function parsed(line: string): HoldRequest {
  try {
    const said: unknown = JSON.parse(line);
    return typeof said === "object" && said !== null ? said : {};
  } catch {
    return {}; // no program of ours: it has no token
  }
}

function isToken(sent: unknown, token: string): boolean {
  return typeof sent === "string" && sent.length === token.length && timingSafeEqual(Buffer.from(sent), Buffer.from(token));
}
