import { observationChanges } from "../domain/observation-changes.js";
import type { MemoryFilter } from "../domain/resources.js";
import { sanitise } from "../domain/text/sanitise.js";
import { trendOf } from "../domain/trend.js";
import { HindsightError } from "../errors.js";
import { forgetEverything, forgetKind, forgetObservationsOf, NOTHING_FORGOTTEN, reportOf } from "../forget/index.js";
import type { Hindsight } from "../hindsight.js";
import { findInvalidated } from "../store/curation/find-invalidated.js";
import { getInvalidated } from "../store/curation/get-invalidated.js";
import { countMemories } from "../store/memories/count-memories.js";
import { findMemoryNumber } from "../store/memories/find-memory-number.js";
import { getMemory } from "../store/memories/get-memory.js";
import { listMemories } from "../store/memories/list-memories.js";
import { readEvidence } from "../store/observations/read-evidence.js";
import { readObservationHistory } from "../store/observations/read-observation-history.js";
import type { ResourceContext } from "./engine.js";
import { requireUuid } from "./ids.js";
import { page } from "./page.js";
import { changingMemories } from "./writing.js";

export function memoryResource({ db, banks, engine }: ResourceContext, now: () => Date): Omit<Hindsight["memories"], "update"> {
  return {
    async list(bankId, asked) {
      const bank = await banks.open(bankId);
      const filter = cleaned(asked);
      if (filter.entityId) requireUuid(filter.entityId, "The entity id");
      return page(
        filter,
        () => listMemories(db, bank, filter),
        () => countMemories(db, bank, filter),
      );
    },
    async get(bankId, memoryId) {
      const bank = await banks.open(bankId);
      const asked = requireUuid(memoryId, "The memory id");
      const memory = (await getMemory(db, bank, asked)) ?? (await getInvalidated(db, bank, asked));
      const memoryNo = memory?.kind === "observation" ? await findMemoryNumber(db, bank, memory.id) : null;
      if (memory === null) throw memoryNotFound(memoryId);
      if (memoryNo === null) return { ...memory, evidence: null, trend: null };
      const evidence = await readEvidence(db, bank, memoryNo);
      return {
        ...memory,
        evidence,
        trend: trendOf(
          evidence.flatMap(({ mentionedAt }) => mentionedAt ?? []),
          now(),
        ),
      };
    },
    async deleteAll(bankId, kind) {
      const bank = await banks.find(bankId);
      if (bank === null) return reportOf(NOTHING_FORGOTTEN);
      return reportOf(
        await changingMemories(db, bank, (tx) => (kind === null ? forgetEverything(tx, bank) : forgetKind(tx, bank, kind, engine))),
      );
    },
    async deleteObservations(bankId, memoryId) {
      const bank = await banks.open(bankId);
      const id = requireUuid(memoryId, "The memory id");
      return reportOf(
        await changingMemories(db, bank, async (tx) => {
          const memoryNo = await findMemoryNumber(tx, bank, id);
          if (memoryNo === null) throw memoryNotFound(memoryId);
          return forgetObservationsOf(tx, bank, { memoryNo, id }, engine);
        }),
      );
    },
    async history(bankId, memoryId) {
      const bank = await banks.open(bankId);
      const id = requireUuid(memoryId, "The memory id");
      const memoryNo = await findMemoryNumber(db, bank, id);
      if (memoryNo === null && (await findInvalidated(db, bank, id)) !== null) return []; // a fact has none
      if (memoryNo === null) throw memoryNotFound(memoryId);
      const versions = await readObservationHistory(db, bank, memoryNo);
      return versions.length === 0 ? [] : observationChanges(versions, await readEvidence(db, bank, memoryNo));
    },
  };
}

function memoryNotFound(memoryId: string): HindsightError {
  return new HindsightError("memory_not_found", `Memory '${memoryId}' not found`);
}

function cleaned(filter: MemoryFilter): MemoryFilter {
  return {
    ...filter,
    q: filter.q ? sanitise(filter.q) : null,
    documentId: filter.documentId ? sanitise(filter.documentId) : null,
    tags: (filter.tags ?? []).map(sanitise),
  };
}
