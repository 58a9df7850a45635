// Pages of the reference that are not areas: the overview, scopes, errors and events.
import {
  catalogue,
  commonProblems,
  declaredProblems,
  eventCatalog,
  eventDataSchema,
  exampleEvent,
  familyOf,
  fieldErrorMeanings,
  problemGuidance,
  problems,
  scopeDescriptions,
  setupIntents,
  setupScope,
  scopesOf,
} from '@platform/contracts';
import { codeBlock } from '../highlight.js';
import { escapeHtml } from '../html.js';
import { inlineProse, prose } from '../markdown.js';
import { sampleBaseUrl } from './model.js';
import { propertiesView } from './schema-view.js';

const anchor = (id) => `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
const heading = (level, id, html) => `<h${level} id="${id}">${html}${anchor(id)}</h${level}>`;
const linkTo = ({ id, path, name }) =>
  `<a href="${path.replace('reference/', '')}#${id}"><code>${name}</code></a>`;

/** Where each operation is, by its id. */
const placesOf = ({ areas }) =>
  new Map(
    areas.flatMap(({ path, operations }) =>
      operations.map(({ id, name }) => [id, { id, path, name }]),
    ),
  );

/** How to call the API, and every area. */
export function overviewPage({ document, areas, groups }) {
  const list = (group) =>
    areas
      .filter((area) => area.group === group)
      .map(
        ({ name, path, description, operations }) =>
          `<li><a href="${path.replace('reference/', '')}"><strong>${escapeHtml(name)}</strong> <span class="note">${operations.length}</span></a><p>${inlineProse(description)}</p></li>`,
      )
      .join('');
  const sections = groups.map(
    (group) => `<h3>${escapeHtml(group)}</h3><ul class="cards">${list(group)}</ul>`,
  );
  return `<h1>API reference</h1>${prose(document.info.description).replaceAll(sampleBaseUrl, `<span class="base-url">${sampleBaseUrl}</span>`)}
${heading(2, 'areas', 'Areas')}<p>${catalogue.length} operations. Requests and responses of each are described on the page of its area, together with <a href="scopes.html">scopes</a>, <a href="errors.html">errors</a> and <a href="event-catalog.html">events</a>.</p>${sections.join('')}`;
}

/** Every scope with the operations that need it. */
export function scopesPage(model) {
  const places = placesOf(model);
  const needs = (scope) =>
    catalogue
      .filter(({ operation }) => scopesOf(operation.scopes).includes(scope))
      .map(({ operationId }) => linkTo(places.get(operationId)));
  const sections = Object.entries(scopeDescriptions).map(([scope, description]) => {
    const operations = needs(scope);
    const used = operations.length > 0 ? `<p class="limits">${operations.join(', ')}</p>` : '';
    return `${heading(2, scope, `<code>${scope}</code>`)}<p>${inlineProse(description)}</p>${used}`;
  });
  const ofSetup = setupIntents.map((intent) => {
    const scope = setupScope(intent);
    return `${heading(2, scope, `<code>${scope}</code>`)}<p>Only sessions of setup links have this scope; no client can request it.</p><p class="limits">${needs(scope).join(', ')}</p>`;
  });
  return `<h1>Scopes</h1><p>An access token has the scopes that its application requested and was allowed. A request that lacks one fails with <a href="errors.html#insufficient_scope"><code>insufficient_scope</code></a>.</p>${[...sections, ...ofSetup].join('')}`;
}

const most = 12;
function declaredBy(code, places) {
  if (commonProblems.includes(code)) return 'Any operation can return it.';
  const all = catalogue.filter(({ operation }) => declaredProblems(operation).has(code));
  const links = all.slice(0, most).map(({ operationId }) => linkTo(places.get(operationId)));
  if (all.length > most)
    return `${all.length} operations can return it, such as ${links.slice(0, 4).join(', ')}.`;
  return links.length > 0
    ? `Returned by ${links.join(', ')}.`
    : 'Returned outside the operations of this reference.';
}

function problemView(code, places) {
  const { status, title } = problems[code];
  const { cause, fix } = problemGuidance[code];
  return `<section class="entry">${heading(3, code, `<code>${code}</code>`)}<p class="entry-head"><span class="status">${status}</span> ${escapeHtml(title)}</p>
<p>${inlineProse(cause)}</p><p class="remedy"><strong>What to do.</strong> ${inlineProse(fix)}</p><p class="limits">${declaredBy(code, places)}</p></section>`;
}

const problemExample = {
  type: 'https://api.example.com/problems/validation_failed',
  title: problems.validation_failed.title,
  status: 422,
  code: 'validation_failed',
  detail: 'email must be an e-mail address',
  instance: '/api/v1/directory/users',
  requestId: 'req_01h455vb4pex5vsknk084sn02q',
  errors: [{ pointer: '/email', code: 'invalid_format', detail: 'must be an e-mail address' }],
};

/** Every problem code, with its remedy. */
export function errorsPage(model) {
  const places = placesOf(model);
  const byStatus = (a, b) => problems[a].status - problems[b].status || a.localeCompare(b);
  const codes = Object.keys(problems).sort(byStatus);
  const list = (wanted) =>
    codes
      .filter(wanted)
      .map((code) => problemView(code, places))
      .join('');
  const isCommon = (code) => commonProblems.includes(code);
  const fields = Object.entries(fieldErrorMeanings).map(
    ([code, meaning]) => `<tr><td><code>${code}</code></td><td>${inlineProse(meaning)}</td></tr>`,
  );
  return `<h1>Errors</h1><p>Every error is a problem document (RFC 9457, <code>application/problem+json</code>). Programs rely on <code>code</code>, and on the <code>code</code> and <code>pointer</code> of the entries in <code>errors</code>. The texts are for people and can change.</p>${codeBlock(JSON.stringify(problemExample, undefined, 2), 'json')}
${heading(2, 'common', 'Common errors')}<p>Any operation can return these.</p>${list(isCommon)}
${heading(2, 'codes', 'Errors of operations')}${list((code) => !isCommon(code))}
${heading(2, 'codes-in-errors', 'Codes in <code>errors</code>')}<div class="table" tabindex="0"><table><thead><tr><th>code</th><th>meaning</th></tr></thead><tbody>${fields.join('')}</tbody></table></div>`;
}

const channelsOf = ({ channel, subscribable }) => {
  if (channel !== 'events') return channel === 'audit' ? 'Audit log' : 'Between services';
  return subscribable ? 'Events API and webhooks' : 'Test deliveries';
};

function eventView(type, event) {
  const { $defs = {}, ...schema } = eventDataSchema(type);
  const example = JSON.stringify(exampleEvent(type), undefined, 2);
  return `<section class="operation event"><div class="operation-text">${heading(2, type, `<code>${type}</code>`)}<p>${inlineProse(event.description)}</p>
<dl class="facts"><div><dt>Sent to</dt><dd>${channelsOf(event)}</dd></div><div><dt>Subject</dt><dd><code>${event.subject}</code></dd></div><div><dt>Severity</dt><dd>${event.severity}</dd></div><div><dt>Emitter</dt><dd><code>${event.emittedBy}</code></dd></div></dl>
<h3>Properties of <code>data</code></h3>${propertiesView(schema, $defs) || '<p class="limits">None that are fixed.</p>'}</div>
<div class="operation-samples"><div class="example"><p class="example-title">Example</p>${codeBlock(example, 'json')}</div></div></section>`;
}

const titleOf = (family) =>
  family.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

/** Families of events with their types, in the order of their names. */
function eventFamilies() {
  const families = {};
  for (const type of Object.keys(eventCatalog)) (families[familyOf(type)] ??= []).push(type);
  return Object.entries(families).sort(([a], [b]) => a.localeCompare(b));
}

const nameOfPage = (family) => `events-${family.replaceAll('_', '-')}.html`;
/** Where an event is described, from another page of the reference. */
export const hrefOfEvent = (type) => `${nameOfPage(familyOf(type))}#${type}`;

/** The format of events, and a list of all types. */
export function eventsPage(model) {
  const rows = (types) =>
    types
      .map(
        (type) =>
          `<tr><td><a href="${hrefOfEvent(type)}"><code>${type}</code></a></td><td>${inlineProse(eventCatalog[type].description)}</td></tr>`,
      )
      .join('');
  const sections = eventFamilies().map(
    ([family, types]) =>
      `${heading(3, `family-${family}`, escapeHtml(titleOf(family)))}<div class="table" tabindex="0"><table><tbody>${rows(types)}</tbody></table></div>`,
  );
  return `<h1>Events</h1><p>The Events API, webhooks and sinks deliver events in one format. <code>GET /api/v1/event-types/{type}</code> returns the schema of the data of a type as JSON Schema.</p>${heading(2, 'format', 'Format')}${propertiesView(model.schemas.Event, model.schemas)}${heading(2, 'types', 'Types')}${sections.join('')}`;
}

/** A page for each family of events, with the schema and an example of each type. */
export const eventPages = () =>
  eventFamilies().map(([family, types]) => ({
    path: `reference/${nameOfPage(family)}`,
    title: `${titleOf(family)} events`,
    html: `<div class="area-head"><h1>${escapeHtml(titleOf(family))} events</h1><p>Every event has the members of the <a href="event-catalog.html#format">common format</a>.</p></div>${types.map((type) => eventView(type, eventCatalog[type])).join('')}`,
    kind: 'reference',
    menuPath: 'reference/event-catalog.html',
  }));
