import type { MemoryFilter } from "../domain/resources.js";
import { sanitise } from "../domain/text/sanitise.js";
import { HindsightError } from "../errors.js";
import { forgetEverything, forgetKind } from "../forget/index.js";
import type { Hindsight } from "../hindsight.js";
import { countMemories } from "../store/memories/count-memories.js";
import { getMemory } from "../store/memories/get-memory.js";
import { listMemories } from "../store/memories/list-memories.js";
import type { ResourceContext } from "./engine.js";
import { requireUuid } from "./ids.js";
import { page } from "./page.js";
import { changingMemories } from "./writing.js";

export function memoryResource({ db, banks }: ResourceContext): Hindsight["memories"] {
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
      const memory = await getMemory(db, bank, requireUuid(memoryId, "The memory id"));
      if (memory === null) throw new HindsightError("memory_not_found", `Memory '${memoryId}' not found`);
      return memory;
    },
    async deleteAll(bankId, kind) {
      const bank = await banks.find(bankId);
      if (bank === null) return 0;
      const forgotten = await changingMemories(db, bank, (tx) => (kind === null ? forgetEverything(tx, bank) : forgetKind(tx, bank, kind)));
      return forgotten.memories;
    },
  };
}

function cleaned(filter: MemoryFilter): MemoryFilter {
  return {
    ...filter,
    q: filter.q ? sanitise(filter.q) : null,
    documentId: filter.documentId ? sanitise(filter.documentId) : null,
    tags: (filter.tags ?? []).map(sanitise),
  };
}
