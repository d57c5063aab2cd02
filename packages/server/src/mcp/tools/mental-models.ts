// Tools over mental models: standing answers to stored questions.
// In: ids and fields. Out: models as the routes tell them, and operations of refreshes.

import * as wire from "../../wire/mental-models.js";
import { TAGS_MATCH } from "../../wire/query.js";
import { choice, integer, maybe, name, preset, prose } from "../../wire/scalars.js";
import { asOnTheWire } from "../arguments.js";
import { beside, parameter, tool } from "../tool.js";
import { DATA, MATCHING, page, tags } from "./about.js";
import { refreshes, trigger, triggerOf } from "./triggers.js";

const modelId = parameter(name(), "Id of the mental model.");
const tagsMatch = parameter(maybe(choice(TAGS_MATCH)), `How its tags choose the memories that it looks at. ${MATCHING}`);
const maxTokens = { min: 256, max: 8192 } as const;

const listModels = tool({
  name: "list_mental_models",
  title: "List mental models",
  description: "The standing answers that this bank keeps, with whether each is stale; get_mental_model has what they say.",
  access: "read",
  operation: "list_mental_models",
  effect: "reads",
  failure: beside({ items: [] }),
  parameters: { tags: tags("Only models that share one of these tags, and those without tags."), ...page(100) },
  async handle({ args, engine, bankId }) {
    const filter = wire.modelFilter(asOnTheWire(wire.MentalModelListQuery, { ...args, detail: "metadata" }));
    const { items, total, bankId: id } = await engine.mentalModels.list(bankId, filter);
    return { items: items.map((item) => wire.modelReply(item, id, "metadata")), total };
  },
});

const getModel = tool({
  name: "get_mental_model",
  title: "Read a mental model",
  description: `What a standing answer says, and what it stands on. ${DATA}`,
  access: "read",
  operation: "get_mental_model",
  effect: "reads",
  parameters: {
    mental_model_id: modelId,
    detail: parameter(wire.MentalModelQuery.shape.detail, "metadata, content, or full with what it stands on."),
  },
  async handle({ args: { mental_model_id, detail }, engine, bankId }) {
    const model = await engine.mentalModels.get(bankId, mental_model_id, { detail });
    return wire.modelReply(model, model.bankId, detail);
  },
});

const createModel = tool({
  name: "create_mental_model",
  title: "Add a mental model",
  description: "Keep a standing answer to a question that comes up again and again; it is written in the background and kept fresh.",
  access: "write",
  operation: "mental_model_create",
  audited: "create_mental_model",
  effect: "changes",
  parameters: {
    name: parameter(prose(), "Short name for people."),
    source_query: parameter(prose(), "The question that it answers."),
    mental_model_id: parameter(maybe(name()), "Id of your choice; made up if unset."),
    tags: tags("Tags of the model, and of the memories that it looks at."),
    tags_match: tagsMatch,
    max_tokens: parameter(preset(integer(maxTokens), 2048), "Length of the answer that is wished for."),
    trigger: trigger(),
    trigger_refresh_after_consolidation: refreshes(),
  },
  async handle({ args, engine, bankId }) {
    const { mental_model_id: id, tags: labels, tags_match, trigger: given, trigger_refresh_after_consolidation: refresh, ...rest } = args;
    const own = triggerOf(given, { refresh, tagsMatch: tags_match });
    const body = asOnTheWire(wire.CreateMentalModelBody, { ...rest, id, tags: labels ?? [], ...(own && { trigger: own }) });
    const { mentalModelId, operationId } = await engine.mentalModels.create(bankId, wire.newModel(body));
    const message = "Added; it is written in the background.";
    return { mental_model_id: mentalModelId, operation_id: operationId, status: "created", message };
  },
});

const updateModel = tool({
  name: "update_mental_model",
  title: "Change a mental model",
  description: "Change fields of a standing answer; what is not sent stays. Another question is answered anew in the background.",
  access: "write",
  operation: "update_mental_model",
  audited: "update_mental_model",
  effect: "changes",
  parameters: {
    mental_model_id: modelId,
    name: parameter(maybe(prose()), "Short name for people."),
    source_query: parameter(maybe(prose()), "The question that it answers."),
    max_tokens: parameter(maybe(integer(maxTokens)), "Length of the answer that is wished for."),
    tags: tags("Tags of the model, and of the memories that it looks at."),
    trigger: trigger(),
    tags_match: tagsMatch,
    trigger_refresh_after_consolidation: refreshes(),
  },
  async handle({ args, engine, bankId }) {
    const { mental_model_id, tags_match, trigger: given, trigger_refresh_after_consolidation: refresh, ...rest } = args;
    const own = triggerOf(given, { refresh, tagsMatch: tags_match });
    const body = asOnTheWire(wire.UpdateMentalModelBody, { ...rest, ...(own && { trigger: own }) });
    const model = await engine.mentalModels.update(bankId, mental_model_id, wire.modelChange(body));
    return wire.modelReply(model, model.bankId);
  },
});

const deleteModel = tool({
  name: "delete_mental_model",
  title: "Delete a mental model",
  description: "Delete a standing answer with its history. The memories that it was written from stay.",
  access: "write",
  operation: "delete_mental_model",
  audited: "delete_mental_model",
  effect: "destroys",
  parameters: { mental_model_id: modelId },
  async handle({ args: { mental_model_id }, engine, bankId }) {
    await engine.mentalModels.delete(bankId, mental_model_id);
    return { status: "deleted", mental_model_id };
  },
});

const refreshModel = tool({
  name: "refresh_mental_model",
  title: "Refresh a mental model",
  description: "Have a standing answer written anew from today's memories, in the background.",
  access: "write",
  operation: "mental_model_refresh",
  audited: "refresh_mental_model",
  effect: "changes",
  parameters: { mental_model_id: modelId },
  async handle({ args, engine, bankId }) {
    const operationId = await engine.mentalModels.refresh(bankId, args.mental_model_id);
    return { operation_id: operationId, status: "queued", message: "Queued; get_operation says what became of it." };
  },
});

const clearModel = tool({
  name: "clear_mental_model",
  title: "Clear a mental model",
  description: "Take out what a standing answer says; the next refresh writes all of it anew.",
  access: "write",
  operation: "clear_mental_model",
  audited: "clear_mental_model",
  effect: "destroys",
  parameters: { mental_model_id: modelId },
  async handle({ args: { mental_model_id }, engine, bankId }) {
    await engine.mentalModels.clear(bankId, mental_model_id);
    return { mental_model_id, status: "cleared", message: "Cleared; the next refresh writes all of it anew." };
  },
});

export const MENTAL_MODEL_TOOLS = [listModels, getModel, createModel, updateModel, deleteModel, refreshModel, clearModel];
