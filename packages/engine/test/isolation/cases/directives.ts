import { countDirectives } from "../../../src/store/directives/count-directives.js";
import { deleteDirective } from "../../../src/store/directives/delete-directive.js";
import { getDirective } from "../../../src/store/directives/get-directive.js";
import { insertDirective } from "../../../src/store/directives/insert-directive.js";
import { listDirectives } from "../../../src/store/directives/list-directives.js";
import { updateDirective } from "../../../src/store/directives/update-directive.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase } from "../statement-cases.js";

const { plain, tagged } = FILLED.directives;
const fresh = "00000000-0000-4000-8000-000000000599";

export const cases = [
  bankCase(insertDirective, ({ db, bank }) =>
    insertDirective(db, bank, { id: fresh, name: "new", content: "marka new", priority: 2, isActive: true, tags: [] }),
  ),
  bankCase(getDirective, ({ db, bank }) => getDirective(db, bank, tagged)),
  bankCase(listDirectives, ({ db, bank }) => listDirectives(db, bank, { activeOnly: false, scope: "every", limit: 9, offset: 0 })),
  bankCase(listDirectives, ({ db, bank }) => listDirectives(db, bank, { activeOnly: true, scope: "untagged", limit: 9, offset: 0 })),
  bankCase(countDirectives, ({ db, bank }) => countDirectives(db, bank, { activeOnly: false, scope: { tags: ["red"] } })),
  bankCase(updateDirective, ({ db, bank }) => updateDirective(db, bank, plain, { content: "marka changed" })),
  bankCase(deleteDirective, ({ db, bank }) => deleteDirective(db, bank, plain)),
];
