// A server that learns without a language model, for stories: one for each database engine of this machine, a bank for each story.
// In: a subject and its stories. Out: tests; the server is opened before the first and closed behind the last.

import { afterAll, beforeAll, describe, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { openServer, type TestEngine, type TestServer } from "./server.js";
import { type StoryBank, storyBank } from "./story.js";

export interface Learning {
  readonly server: TestServer;
  readonly bank: StoryBank;
  /** Retains, and waits until what follows from it is through. */
  learn(content: string, item?: Readonly<Record<string, unknown>>): Promise<void>;
}

export function describeLearning(
  subject: string,
  stories: (tell: (sentence: string, story: (learning: Learning) => Promise<void>) => void) => void,
): void {
  const engines: readonly TestEngine[] = ["pglite", "postgres"];
  describe.each(engines)(`${subject}, on %s`, (engine) => {
    const isThere = engine === "pglite" || testPostgresUrl() !== null;
    let server: TestServer;
    beforeAll(async () => {
      if (isThere) server = await openServer({ HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true" }, engine);
    });
    afterAll(() => server?.close());
    stories((sentence, story) => {
      it.skipIf(!isThere)(sentence, { timeout: 120_000 }, () => {
        const bank = storyBank(server);
        const learn = async (content: string, item: Readonly<Record<string, unknown>> = {}): Promise<void> => {
          await bank.retain(content, item);
          await server.idle();
        };
        return story({ server, bank, learn });
      });
    });
  });
}
