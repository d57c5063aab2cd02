import { deleteSubtree } from "../../../src/store/knowledge/delete-subtree.js";
import { insertNode } from "../../../src/store/knowledge/insert-node.js";
import { listNodes } from "../../../src/store/knowledge/list-nodes.js";
import { updateNode } from "../../../src/store/knowledge/update-node.js";
import { LEARNT } from "../../support/filled-learning.js";
import { bankCase } from "../statement-cases.js";

const { folder, page } = LEARNT.nodes;

export const cases = [
  bankCase(insertNode, ({ db, bank }) =>
    insertNode(db, bank, { id: "kf-new", parentId: folder, kind: "folder", name: "new", mentalModelId: null }),
  ),
  bankCase(listNodes, ({ db, bank }) => listNodes(db, bank, { withContent: true })),
  bankCase(updateNode, ({ db, bank }) => updateNode(db, bank, page, { name: "other", parentId: null })),
  bankCase(deleteSubtree, ({ db, bank }) => deleteSubtree(db, bank, folder)),
];
