import {
  commonProblems,
  declaredProblems,
  isConditional,
  problemGuidance,
  problems,
  scopesOf,
} from '@platform/contracts';
import { codeBlock } from '../highlight.js';
import { escapeHtml } from '../html.js';
import { inlineProse, prose } from '../markdown.js';
import { sampleBaseUrl } from './model.js';
import { samplesOf } from './samples.js';
import { propertyView, valueView } from './schema-view.js';

const anchor = (id) => `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
const part = (title, html, note = '') =>
  html ? `<h3>${title}${note ? ` <span class="note">${note}</span>` : ''}</h3>${html}` : '';

/** A method as a coloured word. */
export const methodView = (method) =>
  `<span class="method ${method.toLowerCase()}">${method.toUpperCase()}</span>`;

/** The codes that an operation returns beside those of every operation, and those that it declares itself. */
function ownProblems(operation) {
  const codes = new Set(declaredProblems(operation));
  if (!isConditional(operation)) codes.delete('precondition_failed');
  for (const code of commonProblems) if (!operation.errors.includes(code)) codes.delete(code);
  return [...codes].sort((a, b) => problems[a].status - problems[b].status || a.localeCompare(b));
}

function scopesView({ scopes }) {
  const names = scopesOf(scopes).map(
    (scope) => `<a href="scopes.html#${scope}"><code>${scope}</code></a>`,
  );
  return names.length > 0 ? names.join('allOf' in scopes ? ' and ' : ' or ') : 'none';
}

function factsView({ operation, operationId, name, owner }) {
  const facts = [
    ['Scopes', scopesView(operation)],
    ['Names', `<code>platform.${name}</code> in the SDK, <code>${operationId}</code> in OpenAPI`],
    ['Service', `<code>${owner}</code>`],
  ];
  return `<dl class="facts">${facts.map(([term, html]) => `<div><dt>${term}</dt><dd>${html}</dd></div>`).join('')}</dl>`;
}

const places = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' };

const parametersView = ({ parameters }, schemas) =>
  Object.entries(places)
    .map(([place, title]) => {
      const rows = parameters
        .filter((one) => one.in === place)
        .map((one) => propertyView({ ...one, isRequired: one.required }, schemas));
      return part(title, rows.length > 0 ? `<ul class="properties">${rows.join('')}</ul>` : '');
    })
    .join('');

function problemsView({ operation }) {
  const rows = ownProblems(operation).map(
    (code) =>
      `<li class="property"><p class="property-head"><a href="errors.html#${code}"><code>${code}</code></a> <span class="property-type">${problems[code].status}</span></p><p>${inlineProse(problemGuidance[code].cause)} ${inlineProse(problemGuidance[code].fix)}</p></li>`,
  );
  const common = `<p class="limits">As every operation, it also returns <a href="errors.html#common">common errors</a>.</p>`;
  if (rows.length === 0) return common;
  return `<details class="children"><summary>${rows.length === 1 ? '1 error' : `${rows.length} errors`} and what to do</summary><ul class="properties">${rows.join('')}</ul></details>${common}`;
}

const responseView = ({ operation, response, status }, schemas) => {
  if (operation.answers === 'file' || operation.answers === 'stream')
    return '<p class="limits">A file.</p>';
  return response
    ? valueView(response.schema, schemas)
    : `<p class="limits">Status ${status} without a body.</p>`;
};

/** Code whose API the reader can replace. */
const sampleBlock = ({ code, grammar }) =>
  codeBlock(code, grammar).replaceAll(
    sampleBaseUrl,
    `<span class="base-url">${sampleBaseUrl}</span>`,
  );

function samplesView(one) {
  const samples = samplesOf(one);
  const tabs = samples.map(
    ({ label }, at) =>
      `<button type="button" role="tab" id="${one.id}-tab-${at}" aria-controls="${one.id}-sample-${at}" aria-selected="${at === 0}"${at === 0 ? '' : ' tabindex="-1"'} data-language="${label}">${label}</button>`,
  );
  const panels = samples.map(
    (sample, at) =>
      `<div role="tabpanel" id="${one.id}-sample-${at}" aria-labelledby="${one.id}-tab-${at}" data-language="${sample.label}"${at === 0 ? '' : ' hidden'}>${sampleBlock(sample)}</div>`,
  );
  return `<div class="samples"><div class="tabs" role="tablist" aria-label="Language of the sample">${tabs.join('')}</div>${panels.join('')}</div>`;
}

const exampleView = ({ response, status }) =>
  response?.example === undefined
    ? ''
    : `<div class="example"><p class="example-title">Response <span class="status">${status}</span></p>${codeBlock(JSON.stringify(response.example, undefined, 2), 'json')}</div>`;

/** What the form of a request needs. */
function requestData({ operation, parameters, body, sample }) {
  const values = [...sample.parameters];
  return {
    method: operation.method.toUpperCase(),
    path: operation.path,
    parameters: parameters.map(({ name, in: place, required, schema }) => ({
      name,
      in: place,
      required: Boolean(required),
      ...(schema.enum && { values: schema.enum }),
      ...(place === 'path' && { example: values.shift() }),
      ...(place === 'query' && sample.query[name] && { value: sample.query[name] }),
    })),
    ...(body && operation.bodyKind !== 'octets' && { body: sample.body ?? {}, type: body.type }),
  };
}

const canTry = ({ operation }) => operation.bodyKind !== 'octets';
const tryView = (one) =>
  canTry(one)
    ? `<div class="try"><button type="button" class="try-open" aria-expanded="false">Try it</button><script type="application/json">${JSON.stringify(requestData(one)).replaceAll('<', '\\u003c')}</script></div>`
    : '';

/** An operation: what it does on the left, samples on the right. */
export function operationView(one, schemas) {
  const { operation, id, body } = one;
  const preview = operation.preview ? ' <span class="note">preview</span>' : '';
  const isOptional = body?.isOptional ? 'optional' : '';
  const text = `<h2 id="${id}">${inlineProse(operation.summary)}${preview}${anchor(id)}</h2>
<p class="endpoint">${methodView(operation.method)} <code>${escapeHtml(operation.path).replaceAll('/', '/<wbr>')}</code></p>
${operation.description ? prose(operation.description) : ''}${factsView(one)}
${parametersView(one, schemas)}${body ? part('Body', operation.bodyKind === 'octets' ? '<p class="limits">A file.</p>' : valueView(body.schema, schemas), isOptional) : ''}
${part('Response', responseView(one, schemas), one.status)}${part('Errors', problemsView(one))}`;
  return `<section class="operation"><div class="operation-text">${text}</div><div class="operation-samples">${samplesView(one)}${tryView(one)}${exampleView(one)}</div></section>`;
}
