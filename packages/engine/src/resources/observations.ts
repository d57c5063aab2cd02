import { forgetObservations, reportOf } from "../forget/index.js";
import type { Hindsight } from "../hindsight.js";
import type { ResourceContext } from "./engine.js";
import { changingMemories } from "./writing.js";

export function observationResource({ db, banks, engine }: ResourceContext): Pick<Hindsight["observations"], "deleteAll"> {
  return {
    async deleteAll(bankId) {
      const bank = await banks.open(bankId);
      return reportOf(await changingMemories(db, bank, (tx) => forgetObservations(tx, bank, engine)));
    },
  };
}
