import { escapeHtml } from '../html.js';
import { inlineProse } from '../markdown.js';
import { hrefOfEvent } from './list-pages.js';
import { methodView, operationView } from './operation-view.js';

/** The component that a schema is, or whose entries it lists. */
function namesIn(schema, found = new Set()) {
  if (Array.isArray(schema)) for (const one of schema) namesIn(one, found);
  else if (typeof schema === 'object' && schema !== null)
    for (const [key, value] of Object.entries(schema)) {
      if (key === '$ref') found.add(value.split('/').at(-1));
      else namesIn(value, found);
    }
  return found;
}

/** Resources that the area returns, alone or in lists. */
function resourcesOf({ operations }, schemas) {
  const direct = operations.flatMap(({ response }) => [...namesIn(response?.schema)]);
  const listed = direct.flatMap((name) => [...namesIn(schemas[name]?.properties?.data)]);
  return new Set([...direct, ...listed]);
}

/** Events whose data has a resource of the area. */
function eventsOf(area, { document, schemas }) {
  const resources = resourcesOf(area, schemas);
  return Object.entries(document.webhooks)
    .filter(([, { post }]) => {
      const [, own] = post.requestBody.content['application/json'].schema.allOf;
      const members = Object.values(own.properties.data.properties ?? {});
      return members.some(({ $ref }) => $ref && resources.has($ref.split('/').at(-1)));
    })
    .map(([type]) => type);
}

const eventsView = (types) =>
  types.length === 0
    ? ''
    : `<p class="limits">Events about these resources: ${types
        .map((type) => `<a href="${hrefOfEvent(type)}"><code>${type}</code></a>`)
        .join(', ')}.</p>`;

const overview = (operations) =>
  `<ul class="operations">${operations
    .map(
      ({ id, operation }) =>
        `<li><a href="#${id}">${methodView(operation.method)} <code>${escapeHtml(operation.path).replaceAll('/', '/<wbr>')}</code> <span>${inlineProse(operation.summary)}</span></a></li>`,
    )
    .join('')}</ul>`;

/** The page of an area: its operations, one after the other. */
export function areaPage(area, model) {
  const operations = area.operations.map((one) => operationView(one, model.schemas)).join('\n');
  return `<div class="area-head"><h1>${escapeHtml(area.name)}</h1><p>${inlineProse(area.description)}</p>${overview(area.operations)}${eventsView(eventsOf(area, model))}</div>
${operations}`;
}
