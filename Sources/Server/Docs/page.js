"use strict";
// Displays /openapi.json. It loads nothing else, and never turns text into markup: it creates each node by itself.

let api, token = "", tenant = "";
// Omits the browser's own credentials, because the browser would prompt for some after a 401.
const plain = { cache: "no-store", credentials: "omit" };
const $ = id => document.getElementById(id);

// Creates a node with its attributes and children. Null and false children are skipped.
function node(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.flat(9).filter(child => child != null && child !== false));
  return made;
}

// Converts text with `code` in it to nodes.
const prose = (text = "") => text.split("`").map((part, index) => index % 2 ? node("code", {}, part) : part);
const paragraphs = (text = "") => text.split("\n\n").map(part => node("p", {}, prose(part)));
const pretty = value => JSON.stringify(value, null, 2);
const code = text => node("pre", { tabindex: 0 }, node("code", {}, text));

function resolved(value) {
  if (!value?.$ref) return value;
  return value.$ref.split("/").slice(1).reduce((place, name) => place[name], api);
}
const refName = schema => schema?.$ref?.split("/").pop();
const json = content => content?.["application/json"]?.schema;

// Returns the values of an enumeration. A newer server may return further values of an extensible one.
const valuesOf = schema => schema.enum ?? schema["x-extensible-enum"];

// Describes a schema's type in a few words. Null is left out, since each optional field may be null.
function kind(schema) {
  if (schema?.anyOf) return kind(schema.anyOf[0]);
  const name = refName(schema), real = resolved(schema) ?? {};
  const values = valuesOf(real);
  if (name && !values) return [node("a", { href: `#type-${name}` }, name)];
  if (real.const !== undefined) return [node("code", {}, String(real.const))];
  if (values) return ["one of ", values.filter(value => value !== null).flatMap((value, index) => [index ? ", " : "", node("code", {}, value)])];
  const type = [real.type].flat().find(type => type !== "null");
  if (type === "array") return ["list of ", ...kind(real.items), real.maxItems ? `, at most ${real.maxItems}` : ""];
  if (type === "integer") return [real.minimum === undefined ? "whole number" : `whole number, ${real.minimum.toLocaleString("en")} to ${real.maximum.toLocaleString("en")}`];
  const formats = { uuid: "UUID", date: "date, as 2001-02-28", "date-time": "time, RFC 3339", password: "text", "uri-reference": "path" };
  return [formats[real.format] ?? { string: "text", boolean: "true or false", number: "number", object: "object" }[type] ?? "anything"];
}

function field(name, schema, isRequired, place, depth = 0) {
  if (schema.anyOf) schema = { ...schema, ...schema.anyOf[0] };
  const real = resolved(schema) ?? {};
  const words = [place, isRequired ? "required" : null].filter(Boolean).join(", ");
  return node("li", {},
    node("div", { class: "head" }, node("code", {}, name), node("span", { class: "kind" }, kind(schema)),
      words && node("span", { class: isRequired ? "must" : "kind" }, words),
      real.default !== undefined && node("span", { class: "kind" }, "default ", node("code", {}, String(real.default)))),
    (schema.description ?? real.description) && node("p", {}, prose(schema.description ?? real.description)),
    depth >= 0 && (real.properties || real.oneOf) && fields(schema, depth + 1));
}

// Lists the fields of an object, or of each of its variants without the discriminator.
function fields(schema, depth = 0, without = "") {
  const real = resolved(schema);
  if (real.oneOf) return node("ul", { class: "fields" }, real.oneOf.map(variant => {
    const deciding = real.discriminator.propertyName;
    return node("li", {}, node("div", { class: "head" }, "With ", node("code", {}, deciding), node("code", {}, resolved(variant).properties[deciding].const ?? valuesOf(resolved(variant).properties[deciding])[0])),
      fields(variant, depth, deciding));
  }));
  const all = Object.entries(real.properties ?? {}).filter(([name]) => name !== without);
  return node("ul", { class: "fields" }, all.map(([name, property]) => field(name, property, real.required?.includes(name), "", depth)));
}

const example = schema => resolved(schema)?.examples?.[0];

function audience(operation) {
  const [first] = operation.security;
  if (!first || !Object.keys(first).length) return "anybody";
  if (first.basic) return "e-mail and password";
  return first.bearer.length ? first.bearer.join(", ") : "signed in";
}

function requestPart({ operation }) {
  const parameters = (operation.parameters ?? []).map(resolved);
  const body = operation.requestBody, schema = json(body?.content);
  if (!parameters.length && !body) return null;
  return [
    parameters.length > 0 && node("h4", {}, "Parameters"),
    parameters.length > 0 && node("ul", { class: "fields" }, parameters.map(parameter =>
      field(parameter.name, { ...parameter.schema, description: parameter.description }, parameter.required, parameter.in, -1))),
    body && node("h4", {}, body.required ? "Body" : "Body, if any"),
    schema && fields(schema),
    body && !schema && node("p", {}, "The body is of ", Object.keys(body.content).flatMap((type, index) => [index ? " or " : "", node("code", {}, type)]), ". ", prose(body.description)),
  ];
}

function answerPart({ operation }) {
  const answers = Object.entries(operation.responses).map(([status, answer]) => [status, resolved(answer)]);
  const good = answers.filter(([status]) => status < 400), bad = answers.filter(([status]) => status >= 400);
  const line = (status, ...what) => node("li", {}, node("span", { class: status < 400 ? "status good" : "status" }, status), node("span", {}, what));
  return [
    node("h4", {}, "Answers"),
    node("ul", { class: "codes" }, good.map(([status, answer]) => {
      const schema = json(answer.content), types = Object.keys(answer.content ?? {});
      return line(status, answer.description, " ", schema ? kind(schema) : types.join(", "));
    })),
    node("h4", {}, "Problems"),
    node("ul", { class: "codes" }, bad.flatMap(([status, answer]) =>
      answer.description.split(/ (?=`)/).map(text => line(status, prose(text.replace(/`: /, "` "))))),
    ),
  ];
}

// Returns the content type with a recorded example. Examples contain parameters, a body and a response.
const recorded = content => Object.entries(content ?? {}).find(([, media]) => media.example !== undefined || media.examples);
const quoted = text => `'${text.replaceAll("'", "'\\''")}'`;

function curl({ operation, path, method }, answerType) {
  const query = new URLSearchParams();
  let address = path;
  for (const parameter of (operation.parameters ?? []).map(resolved).filter(parameter => parameter.in !== "header" && parameter.example !== undefined)) {
    if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, encodeURIComponent(parameter.example));
    else query.set(parameter.name, parameter.example);
  }
  const url = location.origin + address + (query.size ? `?${query}` : "");
  const parts = [`curl${method === "GET" ? "" : ` -X ${method}`} ${query.size ? quoted(url) : url}`];
  const [first] = operation.security;
  if (first?.bearer) parts.push(`-H "Authorization: Bearer $TOKEN"`);
  else if (first?.basic) parts.push("-u ada@example.org", "-H 'Davenport-Tenant: sofa'");
  else parts.push("-H 'Davenport-Tenant: sofa'");
  const body = operation.requestBody, [type, media] = recorded(body?.content) ?? Object.entries(body?.content ?? {})[0] ?? [];
  if (type === "application/json") parts.push(`-H 'Content-Type: ${type}'`, `-d ${quoted(JSON.stringify(media.example ?? example(media.schema)))}`);
  else if (typeof media?.example === "string") parts.push(`--data-binary ${quoted(media.example)}`);
  else if (body) parts.push(`-H 'Content-Type: ${type}'`, "--data-binary @picture.png");
  if (answerType && !/json|text/.test(answerType)) parts.push("-o picture.png");
  return parts.join(" \\\n  ");
}

function copyButton(text) {
  return node("button", { type: "button", class: "copy", onclick: async event => {
    const button = event.currentTarget;
    try { await navigator.clipboard.writeText(text); button.textContent = "Copied"; }
    // Browsers allow this only on secure pages. Elsewhere the text is selected, so that the user can copy it.
    catch { getSelection().selectAllChildren(button.parentElement.querySelector("pre")); button.textContent = "Selected"; }
  } }, "Copy");
}

function examplePart(endpoint) {
  const answers = Object.entries(endpoint.operation.responses).filter(([status]) => status >= 200 && status < 300);
  const [status, answer] = answers.find(([, answer]) => recorded(answer.content)) ?? answers.at(-1);
  const [type, media] = recorded(answer.content) ?? Object.entries(answer.content ?? {})[0] ?? [];
  const value = media && (media.example ?? (type === "application/json" ? example(media.schema) : media.examples?.recorded.summary));
  const line = curl(endpoint, type);
  return node("div", { class: "halves example" },
    node("div", {}, node("h4", {}, "Request"), node("div", { class: "copied" }, code(line), copyButton(line))),
    node("div", {}, node("h4", {}, `Answer ${status}`), value === undefined ? node("p", {}, "No content.") : code(typeof value === "string" ? value : pretty(value))));
}

function tryPart(endpoint) {
  const { operation, path, method } = endpoint;
  const parameters = (operation.parameters ?? []).map(resolved).filter(parameter => parameter.in !== "header");
  const body = operation.requestBody, schema = json(body?.content);
  const sample = body?.content["application/json"]?.example ?? example(schema);
  const label = (text, input) => node("label", {}, text, input);
  const output = node("div", { role: "status" });
  const form = node("form", { "aria-label": `Try ${endpoint.id}`, onsubmit: event => { event.preventDefault(); send(endpoint, form, output); } },
    parameters.map(parameter => label(`${parameter.name} (${parameter.in})`,
      node("input", { name: parameter.name, required: parameter.required, autocomplete: "off", spellcheck: "false", placeholder: parameter.schema.default ?? "" }))),
    schema && label("Body", node("textarea", { name: " body", rows: Math.min(14, pretty(sample).split("\n").length + 1), spellcheck: "false" }, pretty(sample))),
    body && !schema && label("Body", node("input", { type: "file", name: " file", accept: Object.keys(body.content).join() })),
    node("button", {}, `Send ${method} ${path}`), output);
  return node("div", { class: "try" }, node("button", { type: "button", onclick: event => { event.target.replaceWith(form); form.elements[0].focus(); } }, "Try it"));
}

async function send({ operation, path, method }, form, output) {
  const data = new FormData(form), headers = {}, query = new URLSearchParams();
  let address = path, body;
  for (const parameter of (operation.parameters ?? []).map(resolved)) {
    const value = data.get(parameter.name);
    if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (parameter.in === "query" && value) query.set(parameter.name, value);
  }
  if (operation.security[0]?.basic) { output.replaceChildren("Log in at the top of the page, which sends this request."); return; }
  if (token && operation.security.some(way => way.bearer)) headers.Authorization = `Bearer ${token}`;
  if (tenant) headers["Davenport-Tenant"] = tenant;
  if (data.has(" body")) { body = data.get(" body"); headers["Content-Type"] = "application/json"; }
  if (data.has(" file")) body = data.get(" file");
  output.replaceChildren("Sending …");
  try {
    const answer = await fetch(address + (query.size ? `?${query}` : ""), { method, headers, body, ...plain });
    output.replaceChildren(...await shown(answer));
  } catch (error) { output.replaceChildren(node("p", { class: "bad" }, `No answer: ${error.message}`)); }
}

async function shown(answer) {
  const type = answer.headers.get("Content-Type") ?? "";
  const names = ["ETag", "Retry-After", "X-Request-ID"].filter(name => answer.headers.has(name));
  const head = node("p", {}, node("span", { class: `status ${answer.ok ? "good" : "bad"}` }, `${answer.status} ${answer.statusText}`),
    names.map(name => [" ", node("code", {}, `${name}: ${answer.headers.get(name)}`)]));
  if (type.startsWith("image/")) return [head, node("img", { src: URL.createObjectURL(await answer.blob()), alt: "The returned image" })];
  const text = await answer.text();
  if (!text) return [head];
  try { return [head, code(pretty(JSON.parse(text)))]; } catch { return [head, code(text)]; }
}

function article(endpoint) {
  const { operation, path, method, id } = endpoint;
  const pathParts = path.split(/(\{[^}]+\})/).map(part => part.startsWith("{") ? node("i", {}, part) : part);
  const details = node("details", { class: "endpoint", id, ontoggle: () => { if (details.open && details.children.length === 1) fill(); } },
    node("summary", {}, node("span", { class: `method ${method}` }, method),
      node("h3", { class: "path" }, node("code", {}, pathParts)), node("span", { class: "chip" }, audience(operation)),
      node("span", { class: "what" }, prose(operation.summary))));
  // Most endpoints are never opened, so each gets its content when it is.
  const fill = () => details.append(node("div", { class: "inside" }, node("a", { class: "link", href: `#${id}` }, id),
    paragraphs(operation.description),
    examplePart(endpoint), tryPart(endpoint),
    node("div", { class: "halves" }, node("div", {}, requestPart(endpoint)), node("div", {}, answerPart(endpoint)))));
  return details;
}

function typeArticle([name, schema]) {
  return node("details", { class: "type", id: `type-${name}` }, node("summary", {}, node("h3", {}, node("code", {}, name))),
    node("div", { class: "inside" }, valuesOf(schema) ? node("p", {}, kind(schema)) : [fields(schema, -9), code(pretty(schema.examples[0]))]));
}

const slug = name => `chapter-${name.toLowerCase()}`;
let chapters = [];

function read() {
  const endpoints = Object.entries(api.paths).flatMap(([path, item]) => Object.entries(item).map(([method, operation]) =>
    ({ path, method: method.toUpperCase(), operation, id: operation.operationId })));
  for (const endpoint of endpoints) {
    const { operation, path, method, id } = endpoint;
    endpoint.text = [id, method, path, operation.summary, operation.description, JSON.stringify(operation.parameters ?? []),
      JSON.stringify(resolved(json(operation.requestBody?.content))?.properties ?? {}),
      ...Object.values(operation.responses).map(answer => resolved(answer).description)].join(" ").toLowerCase();
    endpoint.article = article(endpoint);
    endpoint.item = node("li", {}, node("a", { href: `#${id}` }, node("span", { class: `method ${method}` }, method), id));
  }
  chapters = api.tags.map(tag => {
    const own = endpoints.filter(endpoint => endpoint.operation.tags.includes(tag.name));
    const list = node("div", {}, node("h2", {}, node("a", { href: `#${slug(tag.name)}` }, tag.name)), node("ul", {}, own.map(endpoint => endpoint.item)));
    const section = node("section", { class: "chapter", id: slug(tag.name), "aria-labelledby": `${slug(tag.name)}-title` },
      node("h2", { id: `${slug(tag.name)}-title` }, tag.name), node("p", {}, tag.description), own.map(endpoint => endpoint.article));
    return { own, list, section };
  });
  const types = node("section", { class: "chapter", id: "types", "aria-labelledby": "types-title" }, node("h2", { id: "types-title" }, "Types"),
    node("p", {}, "The types of requests and responses, by name."), Object.entries(api.components.schemas).map(typeArticle));
  const [first, ...rest] = api.info.description.split("\n\n");
  $("contents").replaceChildren(...chapters.map(chapter => chapter.list), node("h2", { id: "types-link" }, node("a", { href: "#types" }, "Types")));
  $("content").replaceChildren(
    node("div", { class: "intro", id: "top" }, node("h1", {}, "The Davenport API"), node("p", { class: "lead" }, first), paragraphs(rest.join("\n\n")),
      node("p", { class: "facts" }, node("span", {}, `${endpoints.length} endpoints`), node("span", {}, "OpenAPI 3.1 at ", node("a", { href: "/openapi.json" }, "/openapi.json")))),
    ...chapters.map(chapter => chapter.section), node("p", { class: "none", id: "none", hidden: true }, "Nothing is called that."), types);
}

function find() {
  const words = $("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { own, list, section } of chapters) {
    let any = false;
    for (const endpoint of own) {
      const fits = words.every(word => endpoint.text.includes(word));
      endpoint.article.hidden = endpoint.item.hidden = !fits;
      if (fits) { any = true; count += 1; }
    }
    list.hidden = section.hidden = !any;
  }
  $("top").hidden = $("types").hidden = $("types-link").hidden = words.length > 0;
  $("none").hidden = count > 0;
  $("found").textContent = words.length ? `${count} endpoints found` : "";
}

// Opens the element that the URL's fragment names.
function follow() {
  const id = decodeURIComponent(location.hash.slice(1)), target = id && $(id);
  for (const link of document.querySelectorAll("nav [aria-current]")) link.removeAttribute("aria-current");
  if (!target) return;
  if (target.closest("[hidden]")) { $("find").value = ""; find(); }
  if (target.tagName === "DETAILS") target.open = true;
  document.querySelector(`nav a[href="#${CSS.escape(id)}"]`)?.setAttribute("aria-current", "true");
  // Waits until the opened element has its final height.
  requestAnimationFrame(() => target.scrollIntoView());
}

function showAccount(isShown) {
  $("account").hidden = !isShown;
  $("who").setAttribute("aria-expanded", String(isShown));
  if (isShown) $("login").elements.tenant.focus();
}

function signIn(value, name) {
  token = value;
  $("who").textContent = value ? name : "Sign in to try";
}

async function logIn(event) {
  event.preventDefault();
  const data = new FormData($("login")), credentials = `${data.get("email")}:${data.get("password")}`;
  tenant = data.get("tenant").trim();
  const headers = { Authorization: `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(credentials)))}`, "Content-Type": "application/json" };
  if (tenant) headers["Davenport-Tenant"] = tenant;
  try {
    const answer = await fetch("/v1/sessions", { method: "POST", headers, body: JSON.stringify({ deviceName: "API page" }), ...plain }), value = await answer.json();
    $("login-answer").textContent = answer.ok ? "" : value.detail;
    if (!answer.ok) return;
    $("login").elements.password.value = "";
    signIn(value.token, value.user.username);
    showAccount(false);
    $("who").focus();
  } catch (error) { $("login-answer").textContent = `No answer: ${error.message}`; }
}

async function start() {
  try {
    const answer = await fetch("/openapi.json");
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    api = await answer.json();
  } catch (error) { $("loading").textContent = `The document can't be read: ${error.message}`; return; }
  read();
  follow();
}

$("find").addEventListener("input", find);
$("who").addEventListener("click", () => showAccount($("account").hidden));
$("login").addEventListener("submit", logIn);
$("credentials").addEventListener("submit", event => {
  event.preventDefault();
  signIn($("credentials").elements.token.value.trim(), "Token set");
  showAccount(false);
  $("who").focus();
});
addEventListener("hashchange", follow);
addEventListener("keydown", event => {
  if (event.key === "/" && !/INPUT|TEXTAREA|SELECT/.test(document.activeElement.tagName)) { event.preventDefault(); $("find").focus(); }
  if (event.key === "Escape" && document.activeElement === $("find")) { $("find").value = ""; find(); }
  else if (event.key === "Escape" && !$("account").hidden) { showAccount(false); $("who").focus(); }
});
start();
