// Sessions: connections that are kept between requests, so many of them and for so long.
// In: sessions by their id. Out: the one that a request belongs to; room for new ones; an end for all when the server stops.

import type { Connection } from "./server.js";

export interface Session {
  readonly id: string;
  readonly kind: "stream" | "events";
  readonly connection: Connection;
  /** What a request must have in common with the session to use it: the bank of the path, and who calls. */
  readonly pathBank: string | null;
  readonly subject: string | null;
  /** `X-Bank-Id` of the request that began it: the bank of later ones that name none. */
  readonly headerBank: string | null;
  /** Ends what the client holds open to listen on; running calls go on. */
  endListening(): void;
}

interface Kept {
  readonly session: Session;
  usedAt: number;
  listening: number;
}

export interface Sessions {
  /** Null when there is none, it has ended, or it is another's. */
  find(id: string, asked: Pick<Session, "kind" | "pathBank" | "subject">): Session | null;
  add(session: Session): void;
  /** While this holds, somebody listens and the session is not idle; the function returned ends it. */
  listening(session: Session): () => void;
  /** Forgets a session whose connection has ended. */
  forget(id: string): void;
  size(): number;
  /** Ends what is idle, at once, and each of the others when its calls are done; new ones end with them. */
  close(): void;
}

export function sessions({
  most,
  idleMs,
  now = Date.now,
}: {
  readonly most: number;
  readonly idleMs: number;
  readonly now?: () => number;
}): Sessions {
  const kept = new Map<string, Kept>();
  let isClosing = false;
  const sweep = setInterval(() => tidy(), Math.min(idleMs, 30_000));
  sweep.unref();

  const isIdle = ({ session, listening }: Kept): boolean => listening === 0 && session.connection.running() === 0;

  function end(entry: Kept): void {
    kept.delete(entry.session.id);
    void entry.session.connection.server.close();
  }

  function tidy(): void {
    for (const entry of [...kept.values()]) {
      if (isClosing ? entry.session.connection.running() === 0 : isIdle(entry) && now() - entry.usedAt > idleMs) end(entry);
    }
    if (isClosing && kept.size === 0) clearInterval(closing);
  }
  let closing: ReturnType<typeof setInterval> | undefined;

  function drain(): void {
    clearInterval(closing);
    closing = setInterval(tidy, 25);
    closing.unref();
    tidy();
  }

  /**
   * One of the caller who has the most, so that nobody who begins ever more of them ends those of others: the least recently used, and one that is in use only
   * when all are.
   */
  function makeRoom(subject: string | null): void {
    while (kept.size >= most) {
      const counts = new Map<string | null, number>([[subject, 1]]);
      for (const { session } of kept.values()) counts.set(session.subject, (counts.get(session.subject) ?? 0) + 1);
      const largest = Math.max(...counts.values());
      const entries = [...kept.values()]
        .filter(({ session }) => counts.get(session.subject) === largest)
        .sort((a, b) => a.usedAt - b.usedAt);
      end((entries.find(isIdle) ?? entries[0]) as Kept);
    }
  }

  return {
    find(id, asked) {
      const entry = kept.get(id);
      if (entry === undefined) return null;
      if (isIdle(entry) && now() - entry.usedAt > idleMs) {
        end(entry);
        return null;
      }
      const { session } = entry;
      const isTheirs = session.kind === asked.kind && session.pathBank === asked.pathBank && session.subject === asked.subject;
      if (!isTheirs) return null;
      entry.usedAt = now();
      return session;
    },
    add(session) {
      makeRoom(session.subject);
      kept.set(session.id, { session, usedAt: now(), listening: 0 });
      if (!isClosing) return;
      session.endListening();
      drain();
    },
    listening({ id }) {
      const entry = kept.get(id);
      if (entry === undefined) return () => undefined;
      entry.listening += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        entry.listening -= 1;
        entry.usedAt = now();
      };
    },
    forget: (id) => void kept.delete(id),
    size: () => kept.size,
    close() {
      if (isClosing) return;
      isClosing = true;
      clearInterval(sweep);
      for (const { session } of kept.values()) session.endListening();
      drain();
    },
  };
}
