// A program's half of holding: it finds the server of a folder, and keeps it running for as long as it needs it.
// In: a folder. Out: a hold, or null when no server answers there.

import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { HoldRequest } from "./control.js";
import { readState } from "./state.js";

export interface Hold {
  readonly url: string;
  /** Whether the server is still there. */
  isOpen(): boolean;
  /** Gives the hold back; resolves when the server is gone or, where others hold it, at once. `stop` ends it for all. */
  release(want: "leave" | "stop"): Promise<void>;
}

/** A server on the same machine that does not answer within this is not there. */
const ANSWER_MS = 5_000;

export async function holdServer(folder: string, keepRunning: boolean): Promise<Hold | null> {
  const state = readState(folder);
  if (state === null) return null;
  const socket = await taken(state.controlPort, { token: state.token, keepRunning });
  if (socket === null) return null;
  socket.unref(); // the program ends when it is done, and the hold with it
  return {
    url: state.url,
    isOpen: () => !socket.destroyed && !socket.readableEnded,
    async release(want) {
      if (socket.destroyed) return;
      const gone = new Promise<void>((resolve) => socket.once("close", () => resolve()));
      socket.ref();
      say(socket, { want });
      await gone;
    },
  };
}

function taken(port: number, hello: HoldRequest): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const settle = (result: Socket | null): void => {
      clearTimeout(timer);
      if (result === null) socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(settle, ANSWER_MS, null);
    socket.once("connect", () => say(socket, hello));
    const nobody = (): void => settle(null); // the file is of a server that was killed
    socket.on("error", nobody);
    socket.once("close", nobody);
    // Errors of what it reads are its own as well, and would end the program if nobody heard them.
    createInterface({ input: socket })
      .on("error", nobody)
      .once("line", () => settle(socket));
  });
}

const say = (socket: Socket, line: HoldRequest): boolean => socket.write(`${JSON.stringify(line)}\n`);
