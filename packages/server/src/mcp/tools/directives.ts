// Tools over directives: rules that every reflection obeys.
// In: ids and fields. Out: directives as the routes tell them.

import { CreateDirectiveBody, DirectiveListQuery, directiveFilter, directiveReply, newDirective } from "../../wire/directives.js";
import { flag, name, preset } from "../../wire/scalars.js";
import { asOnTheWire } from "../arguments.js";
import { beside, parameter, tool } from "../tool.js";
import { page, tags } from "./about.js";

const body = CreateDirectiveBody.shape;

const listDirectives = tool({
  name: "list_directives",
  title: "List directives",
  description: "The rules that reflect obeys, the highest priority first.",
  access: "read",
  operation: "list_directives",
  effect: "reads",
  failure: beside({ items: [] }),
  parameters: {
    tags: tags("Only directives that share one of these tags, and those without tags."),
    active_only: parameter(preset(flag(), true), "Only those in force."),
    ...page(100),
  },
  async handle({ args, engine, bankId }) {
    const { items, total, bankId: id } = await engine.directives.list(bankId, directiveFilter(asOnTheWire(DirectiveListQuery, args)));
    return { items: items.map((item) => directiveReply(item, id)), total };
  },
});

const createDirective = tool({
  name: "create_directive",
  title: "Add a directive",
  description: "Add a rule that every reflection of the bank obeys from now on, such as how to answer or what never to say.",
  access: "write",
  operation: "create_directive",
  audited: "create_directive",
  effect: "changes",
  parameters: {
    name: parameter(body.name, "Short name for people."),
    content: parameter(body.content, "The rule, in full."),
    priority: parameter(body.priority, "The higher one comes first."),
    is_active: parameter(body.is_active, "Whether it is in force."),
    tags: tags("Holds for reflections with these tags; for every reflection if unset."),
  },
  async handle({ args, engine, bankId }) {
    const fields = newDirective(asOnTheWire(CreateDirectiveBody, { ...args, tags: args.tags ?? [] }));
    const created = await engine.directives.create(bankId, fields);
    return directiveReply(created, created.bankId);
  },
});

const deleteDirective = tool({
  name: "delete_directive",
  title: "Delete a directive",
  description: "Delete a rule; reflections no longer obey it.",
  access: "write",
  operation: "delete_directive",
  audited: "delete_directive",
  effect: "destroys",
  parameters: { directive_id: parameter(name(), "Id of the directive.") },
  async handle({ args: { directive_id }, engine, bankId }) {
    await engine.directives.delete(bankId, directive_id);
    return { status: "deleted", directive_id };
  },
});

export const DIRECTIVE_TOOLS = [listDirectives, createDirective, deleteDirective];
