import { createHash } from 'node:crypto';
import type { JsonObject } from '@platform/contracts';
import { escapeHtml } from '@platform/kit/formats';
import { markdown, prose } from './html.ts';
import { operationView } from './operation-view.ts';
import type { DocumentedOperation } from './operation-view.ts';
import { membersView } from './schema-view.ts';

const style = `
:root{color-scheme:light dark;--text:#1b1f24;--soft:#5b6470;--line:#dfe3e8;--back:#fff;--panel:#f6f7f9;--accent:#0b5cad}
@media (prefers-color-scheme:dark){:root{--text:#e6e9ed;--soft:#9aa4b0;--line:#333a42;--back:#14171a;--panel:#1c2024;--accent:#6cb2ff}}
*{box-sizing:border-box}html{scroll-padding-top:1rem}
body{margin:0;display:grid;grid-template-columns:17rem minmax(0,1fr);font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--back)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);background:var(--panel)}
nav ul{list-style:none;padding:0;margin:1rem 0}nav li a{display:block;padding:.2rem 0;color:inherit;text-decoration:none}nav li a:hover{color:var(--accent)}
input{width:100%;padding:.5rem;font:inherit;color:inherit;background:var(--back);border:1px solid var(--line);border-radius:6px}
main{padding:1.5rem clamp(1rem,4vw,3rem);max-width:70rem}h1{margin:0 0 .5rem}h2{margin:2.5rem 0 .75rem;border-bottom:1px solid var(--line)}
h4{margin:1rem 0 .25rem}a{color:var(--accent)}code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
details.operation,details.schema{border:1px solid var(--line);border-radius:8px;margin:.5rem 0}summary{padding:.5rem .75rem;cursor:pointer}
.body{padding:0 .75rem .75rem;border-top:1px solid var(--line)}.method{display:inline-block;min-width:4.2rem;font-weight:700;font-size:.8rem}
.get{color:#1a7f37}.post{color:#0b5cad}.put,.patch{color:#9a6700}.delete{color:#cf222e}
.summary,.told,.media,.id{color:var(--soft)}.told,.media{font-size:.9rem;margin:0}.type{color:var(--soft);font-size:.9rem}
.required{color:#cf222e;font-size:.8rem}.preview{border:1px solid var(--line);border-radius:1rem;padding:0 .5rem;font-size:.75rem}
.members,.replies{list-style:none;padding-left:1rem;margin:.25rem 0;border-left:2px solid var(--line)}.members li,.replies li{padding:.15rem 0}
pre{margin:.5rem 0;padding:.75rem;overflow-x:auto;border:1px solid var(--line);border-radius:6px;background:var(--panel);font:.85rem/1.5 ui-monospace,monospace}.intro{max-width:46rem}.example summary{color:var(--soft);font-size:.9rem;padding:.25rem 0}
.s2{color:#1a7f37}.s4{color:#9a6700}.s5{color:#cf222e}[hidden]{display:none}
@media (max-width:48rem){body{display:block}nav{position:static;height:auto;border-right:0}}
`;

const script = `
const field=document.getElementById('find'),none=document.getElementById('none');
const items=[...document.querySelectorAll('[data-find]')],areas=[...document.querySelectorAll('main section.area')];
function find(){const words=field.value.toLowerCase().split(/\\s+/).filter(Boolean);let left=0;
for(const item of items){const hit=words.every(w=>item.dataset.find.includes(w));item.hidden=!hit;if(hit)left++}
for(const area of areas)area.hidden=!area.querySelector('[data-find]:not([hidden])');none.hidden=left>0}
field.addEventListener('input',find);
function open(){const target=document.getElementById(decodeURIComponent(location.hash.slice(1)));if(target instanceof HTMLDetailsElement){target.open=true;target.scrollIntoView()}}
addEventListener('hashchange',open);open();
addEventListener('keydown',e=>{if(e.key==='/'&&document.activeElement!==field){e.preventDefault();field.focus()}});
`;

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows nothing but the page itself: its style and script are identified by their digests. */
export const pagePolicy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const anchorOf = (area: string): string => `area-${area.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

function operationsByArea(document: JsonObject): Map<string, DocumentedOperation[]> {
  const areas = new Map<string, DocumentedOperation[]>();
  for (const [path, item] of Object.entries(
    document['paths'] as Record<string, Record<string, JsonObject>>,
  )) {
    for (const [method, operation] of Object.entries(item)) {
      const [area = 'Other'] = operation['tags'] as string[];
      areas.set(area, [...(areas.get(area) ?? []), { method, path, operation }]);
    }
  }
  return new Map([...areas].sort(([a], [b]) => a.localeCompare(b)));
}

function areaView(area: string, body: string): string {
  return `<section class="area" id="${anchorOf(area)}"><h2>${escapeHtml(area)}</h2>${body}</section>`;
}

function webhooksView(webhooks: Record<string, { post: JsonObject }>): string {
  return Object.entries(webhooks)
    .map(
      ([type, { post }]) =>
        `<div data-find="${escapeHtml(`${type} ${String(post['summary'])}`.toLowerCase())}"><code class="name">${escapeHtml(type)}</code> <span class="summary">${prose(String(post['summary']))}</span></div>`,
    )
    .join('');
}

const schemaView = (name: string, schema: JsonObject): string =>
  `<details class="schema" id="schema-${escapeHtml(name)}" data-find="${escapeHtml(name.toLowerCase())}"><summary><code>${escapeHtml(name)}</code></summary><div class="body">${schema['description'] ? `<p>${prose(String(schema['description']))}</p>` : ''}${membersView(schema)}</div></details>`;

/** Yields the text of each item. */
function* eachOf<T>(items: readonly T[], textOf: (item: T) => string): Generator<void, string[]> {
  const texts: string[] = [];
  for (const item of items) {
    texts.push(textOf(item));
    yield;
  }
  return texts;
}

/** Renders the API reference from the OpenAPI document as one self-contained page. Yields after each operation and schema. */
export function* referencePage(document: JsonObject): Generator<void, string> {
  const { title, description } = document['info'] as { title: string; description: string };
  const areas = operationsByArea(document);
  const { schemas } = document['components'] as { schemas: Record<string, JsonObject> };
  const sections: (readonly [area: string, body: string])[] = [];
  for (const [area, operations] of areas) {
    const views = yield* eachOf(operations, (operation) => operationView(operation, document));
    sections.push([area, views.join('\n')]);
  }
  sections.push([
    'Event payloads',
    webhooksView(document['webhooks'] as Record<string, { post: JsonObject }>),
  ]);
  const views = yield* eachOf(Object.entries(schemas), ([name, schema]) =>
    schemaView(name, schema),
  );
  sections.push(['Schemas', views.join('')]);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><nav aria-label="Areas"><label for="find">Search</label><input id="find" type="search" placeholder="path, operation, scope (/)" autocomplete="off">
<ul>${sections.map(([area]) => `<li><a href="#${anchorOf(area)}">${escapeHtml(area)}</a></li>`).join('')}</ul>
<p><a href="/openapi.json">openapi.json</a> · <a href="/openapi.yaml">openapi.yaml</a></p></nav>
<main><h1>${escapeHtml(title)}</h1><div class="intro">${markdown(description)}</div><p id="none" hidden>No results.</p>
${sections.map(([area, body]) => areaView(area, body)).join('\n')}</main><script>${script}</script></body></html>
`;
}
