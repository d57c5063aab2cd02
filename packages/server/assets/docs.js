// The documentation page: reads openapi.json from the same server and draws it. No framework, nothing from elsewhere.

const spec = await fetch("openapi.json").then((reply) => reply.json());
const main = document.getElementById("operations");
const filter = document.getElementById("filter");
const key = document.getElementById("key");

/** An element with attributes, listeners (`on…`) and children. */
function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (attribute.startsWith("on")) node.addEventListener(attribute.slice(2), value);
    else node.setAttribute(attribute, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function resolved(schema) {
  if (schema === undefined) return {};
  return schema.$ref ? { ...spec.components.schemas[schema.$ref.split("/").at(-1)], name: schema.$ref.split("/").at(-1) } : schema;
}

/** A schema in a few words: `string | null`, `list of MemoryItem`. */
function typeName(schema) {
  if (!schema) return "anything";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return parts.map(typeName).join(" | ");
  if (schema.allOf) return schema.allOf.map(typeName).join(" & ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const names = [schema.type ?? "anything"].flat();
  return names.map((name) => (name === "array" ? `list of ${typeName(schema.items)}` : (schema.format ?? name))).join(" | ");
}

/** The object behind a field, if its fields are worth unfolding. */
function inner(schema) {
  if (!schema) return null;
  const target = schema.$ref ? schema : (schema.items ?? (schema.anyOf ?? schema.allOf)?.find((each) => each.$ref || each.items) ?? null);
  if (!target) return schema.properties ? schema : null;
  const object = resolved(target.items ?? target);
  return object.properties ? object : null;
}

function fields(schema, depth = 0) {
  const required = new Set(schema.required ?? []);
  return el(
    "table",
    {},
    ...Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const below = depth < 3 ? inner(field) : null;
      const nested = below === null ? null : lazyDetails("Fields", () => fields(below, depth + 1), "nested");
      return row(name, field, required.has(name), nested);
    }),
  );
}

function row(name, field, isRequired, nested = null) {
  const preset = field.default === undefined ? "" : ` = ${JSON.stringify(field.default)}`;
  return el(
    "tr",
    {},
    el("td", {}, el("code", {}, name), isRequired ? el("span", { class: "required" }, " required") : null),
    el(
      "td",
      {},
      el("span", { class: "type" }, typeName(field) + preset),
      field.description ? el("p", {}, field.description) : null,
      nested,
    ),
  );
}

/** Filled when it is opened: the whole page would be thousands of rows. */
function lazyDetails(title, fill, className) {
  const details = el("details", { class: className }, el("summary", {}, title));
  details.addEventListener("toggle", () => details.children.length === 1 && details.append(fill()), { once: true });
  return details;
}

function example(schema, depth = 0) {
  const target = resolved(schema);
  if (target.default !== undefined) return target.default;
  const first = (target.anyOf ?? target.oneOf)?.[0];
  if (first) return example(first, depth);
  const type = [target.type].flat()[0];
  if (target.enum) return target.enum[0];
  if (type === "array") return depth > 3 ? [] : [example(target.items, depth + 1)];
  if (type === "object") {
    const names = (target.required ?? []).filter((name) => target.properties?.[name]);
    return Object.fromEntries(names.map((name) => [name, example(target.properties[name], depth + 1)]));
  }
  return { integer: 0, number: 0, boolean: false }[type] ?? "";
}

function tryIt(path, method, operation) {
  const inputs = new Map();
  const ask = (parameter) => {
    const input = el("input", {
      name: parameter.name,
      placeholder: parameter.schema?.default === undefined ? "" : String(parameter.schema.default),
    });
    inputs.set(parameter, input);
    return el("label", {}, el("span", {}, el("code", {}, parameter.name)), input);
  };
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in !== "header");
  const schema = operation.requestBody?.content?.["application/json"]?.schema;
  const body = schema ? el("textarea", { "aria-label": "Body", spellcheck: "false" }) : null;
  if (body) body.value = JSON.stringify(example(schema), null, 2);
  const answer = el("pre", { hidden: "" });
  const send = async (event) => {
    event.preventDefault();
    const query = new URLSearchParams();
    let target = path;
    for (const [parameter, input] of inputs) {
      if (parameter.in === "path") target = target.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
      else if (input.value !== "") for (const value of input.value.split(",")) query.append(parameter.name, value.trim());
    }
    const url = target.slice(1) + (query.size > 0 ? `?${query}` : "");
    const headers = {
      ...(body ? { "Content-Type": "application/json" } : {}),
      ...(key.value ? { Authorization: `Bearer ${key.value}` } : {}),
    };
    answer.hidden = false;
    answer.textContent = "…";
    try {
      const started = performance.now();
      const reply = await fetch(url, { method: method.toUpperCase(), headers, ...(body ? { body: body.value } : {}) });
      const text = await reply.text();
      const ms = Math.round(performance.now() - started);
      answer.textContent = `${reply.status} ${reply.statusText}, ${ms} ms\n\n${pretty(text)}`;
    } catch (error) {
      answer.textContent = `No answer: ${error.message}`;
    }
  };
  return el("form", { class: "try", onsubmit: send }, ...parameters.map(ask), body, el("button", { type: "submit" }, "Send"), answer);
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function section(title, ...children) {
  return el("section", {}, el("h3", {}, title), ...children);
}

function details(path, method, operation) {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in !== "header");
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const replies = Object.entries(operation.responses ?? {}).map(([status, reply]) => {
    const schema = reply.content?.["application/json"]?.schema;
    const object = schema ? inner(schema) : null;
    const shown = object ? lazyDetails(typeName(schema), () => fields(object), "nested") : null;
    return el("tr", {}, el("td", {}, el("code", {}, status)), el("td", {}, reply.description ?? "", shown));
  });
  return el(
    "div",
    { class: "body" },
    operation.description ? el("p", {}, operation.description) : null,
    parameters.length > 0
      ? section(
          "Parameters",
          el(
            "table",
            {},
            ...parameters.map((each) =>
              row(`${each.name}`, { ...each.schema, description: each.description ?? each.schema?.description }, each.required),
            ),
          ),
        )
      : null,
    body ? section("Body", fields(resolved(body))) : null,
    section("Try it", tryIt(path, method, operation)),
    section("Replies", el("table", {}, ...replies)),
  );
}

/** The path with places to break a line at: behind a slash, never inside a word. */
function pathNode(path) {
  const parts = path.split(/(?<=\/)/).flatMap((part) => [part, el("wbr")]);
  return el("code", { class: "path" }, ...parts);
}

/** Retired: answers 410 whatever is sent. Deprecated: works, and something better does the same. */
function lifeOf(operation) {
  if (operation.responses?.["410"]) return "retired";
  return operation.deprecated ? "deprecated" : null;
}

function operationNode({ path, method, operation }) {
  const life = lifeOf(operation);
  const node = el(
    "details",
    { class: `operation ${life ?? "live"}`, id: operation.operationId },
    el(
      "summary",
      {},
      el("span", { class: `method ${method.toUpperCase()}` }, method.toUpperCase()),
      pathNode(path),
      life === null ? null : el("span", { class: "badge" }, life),
      el("span", { class: "summary" }, operation.summary ?? ""),
    ),
  );
  node.addEventListener("toggle", () => node.children.length === 1 && node.append(details(path, method, operation)));
  return node;
}

const all = Object.entries(spec.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

function draw() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = all.filter(({ path, method, operation }) => {
    const text = `${method} ${path} ${operation.summary ?? ""} ${operation.tags}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = Map.groupBy ? Map.groupBy(shown, (each) => each.operation.tags?.[0] ?? "Other") : grouped(shown);
  const lastIfRetired = (a, b) => Number(lifeOf(a.operation) === "retired") - Number(lifeOf(b.operation) === "retired");
  main.replaceChildren(
    ...[...groups].flatMap(([tag, entries]) => [el("h2", {}, tag), ...[...entries].sort(lastIfRetired).map(operationNode)]),
  );
  if (shown.length === 0) main.append(el("p", { class: "note" }, "Nothing matches the filter."));
}

function grouped(entries) {
  const groups = new Map();
  for (const entry of entries) {
    const tag = entry.operation.tags?.[0] ?? "Other";
    groups.set(tag, [...(groups.get(tag) ?? []), entry]);
  }
  return groups;
}

document.getElementById("title").textContent = spec.info.title;
document.getElementById("versions").textContent = `API ${spec.info.version}, server ${spec.info["x-server-version"]}`;
document.getElementById("about").textContent = spec.info.description ?? "";
document.getElementById("settings").addEventListener("submit", (event) => event.preventDefault());
filter.addEventListener("input", draw);
draw();
const linked = document.getElementById(location.hash.slice(1));
if (linked instanceof HTMLDetailsElement) linked.open = true;
