// Tools over documents.
// In: ids and filters. Out: documents as the routes tell them; deleting one that is not there is no error, its counts are 0.

import { HindsightError } from "@hindsight-memory/engine";
import { realBankId } from "../../routes/bank-id.js";
import { DocumentListQuery, documentFilter, documentListItem, documentReply } from "../../wire/documents.js";
import { maybe, name } from "../../wire/scalars.js";
import { asOnTheWire } from "../arguments.js";
import { beside, parameter, tool } from "../tool.js";
import { DATA, page } from "./about.js";

const listDocuments = tool({
  name: "list_documents",
  title: "List documents",
  description: "The documents that memories come from, the latest write first.",
  access: "read",
  operation: "list_documents",
  effect: "reads",
  failure: beside({ items: [] }),
  parameters: { q: parameter(maybe(name()), "Part of the id or of the text."), ...page(100) },
  async handle({ args, engine, bankId }) {
    const filter = documentFilter(asOnTheWire(DocumentListQuery, args));
    const [id, found] = await Promise.all([realBankId(engine, bankId), engine.documents.list(bankId, filter)]);
    return { ...found, items: found.items.map((item) => documentListItem(item, id)), total_is_estimate: false };
  },
});

const getDocument = tool({
  name: "get_document",
  title: "Read a document",
  description: `One document with its text, tags and counts. ${DATA}`,
  access: "read",
  operation: "get_document",
  effect: "reads",
  parameters: { document_id: parameter(name(), "Id of the document.") },
  async handle({ args, engine, bankId }) {
    const [id, document] = await Promise.all([realBankId(engine, bankId), engine.documents.get(bankId, args.document_id)]);
    return documentReply(document, id);
  },
});

const deleteDocument = tool({
  name: "delete_document",
  title: "Delete a document",
  description: "Delete a document with all memories that come from it. They do not come back; ask the user first.",
  access: "write",
  operation: "delete_document",
  audited: "delete_document",
  effect: "destroys",
  parameters: { document_id: parameter(name(), "Id of the document.") },
  async handle({ args: { document_id }, engine, bankId }) {
    try {
      const { memories } = await engine.documents.delete(bankId, document_id);
      return { status: "deleted", document_id, document_deleted: 1, memory_units_deleted: memories };
    } catch (cause) {
      if (!(cause instanceof HindsightError) || cause.code !== "document_not_found") throw cause;
      return { status: "deleted", document_id, document_deleted: 0, memory_units_deleted: 0 };
    }
  },
});

export const DOCUMENT_TOOLS = [listDocuments, getDocument, deleteDocument];
