// The page for programs: what /openapi.json says, to be read.
import { h } from '../core/dom.js';
import { timeout } from '../core/signals.js';

const operations = document.getElementById('operations');
const filter = /** @type {HTMLInputElement} */ (document.getElementById('filter'));
const depth = 5;

/** A schema as one reads it: `{ latitude: number, label?: string }`. */
function spell(schema, all, level = 0) {
  const name = schema?.$ref?.split('/').at(-1);
  if (name) return level < depth ? spell(all[name], all, level) : name;
  if (schema?.enum) return schema.enum.map((each) => `"${each}"`).join(' | ');
  if (schema?.type === 'array') return `[${spell(schema.items, all, level)}]`;
  if (schema?.type !== 'object' || !schema.properties) return schema?.type ?? 'any';
  const indent = '  '.repeat(level + 1);
  const lines = Object.entries(schema.properties).toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) =>
    `${indent}${key}${schema.required?.includes(key) ? '' : '?'}: ${spell(value, all, level + 1)}`);
  return `{\n${lines.join('\n')}\n${'  '.repeat(level)}}`;
}

function example(path, { post, get }) {
  const body = post?.requestBody.content['application/json'].example;
  if (!body) return `curl '${location.origin}${path}'${get ? '' : ' -X POST'}`;
  return `curl -H 'Content-Type: application/json' -d '${JSON.stringify(body)}' \\\n`
    + `  ${location.origin}${path}`;
}

function part(path, item, all) {
  const { summary, responses, requestBody } = item.post ?? item.get;
  const schemaOf = (content) => Object.values(content ?? {})[0]?.schema;
  const request = schemaOf(requestBody?.content);
  return h('details', { 'data-text': `${path} ${summary}`.toLowerCase() },
    h('summary', {}, h('code', {}, path), summary,
      h('small', { class: 'methods' }, Object.keys(item).join(', ').toUpperCase())),
    h('h4', {}, 'Example'), h('pre', { tabindex: '0' }, example(path, item)),
    request && [h('h4', {}, 'Request'), h('pre', { tabindex: '0' }, spell(request, all))],
    h('h4', {}, 'Reply'), h('pre', { tabindex: '0' },
      spell(schemaOf(responses[200].content), all)));
}

function show({ paths, components }) {
  const groups = Map.groupBy(Object.entries(paths), ([, item]) => (item.post ?? item.get).tags[0]);
  operations.replaceChildren(...[...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([tag, items]) =>
    h('section', {}, h('h2', {}, tag), items.map(([path, item]) =>
      part(path, item, components.schemas)))));
}

filter.addEventListener('input', () => {
  const text = filter.value.trim().toLowerCase();
  for (const each of operations.querySelectorAll('details'))
    each.hidden = !each.dataset.text.includes(text);
  for (const each of operations.querySelectorAll('section'))
    each.hidden = !each.querySelector('details:not([hidden])');
});

try {
  const reply = await fetch('/openapi.json', { signal: timeout(10_000) });
  show(await reply.json());
} catch {
  operations.replaceChildren(h('p', { role: 'status' },
    'The description is not available at the moment.'));
}
