import MiniSearch from 'minisearch';
import { searchOptions } from './assets/search-options.js';
import { textOf } from './html.js';

const excerptLength = 140;
/** A long section is found by its beginning; the rest is a table that other entries have. */
const indexedLength = 4_000;

const entryOf = (path, { title, names = '', where, html }) => {
  const text = textOf(html).replaceAll('`', '');
  return {
    id: path,
    title,
    names,
    where,
    text: text.slice(0, indexedLength),
    excerpt: text.slice(0, excerptLength),
  };
};

/** Sections of a rendered page, each from its heading to the next. */
function sectionsOf({ path, title, html }) {
  const parts = html.split(/(?=<h[23][^>]* id=")/);
  return parts.map((part, at) => {
    const [, id, heading] = /^<h[23][^>]* id="([^"]+)"[^>]*>([^]*?)<\/h[23]>/.exec(part) ?? [];
    if (!id) return entryOf(path, { title, where: '', html: part });
    const name = textOf(heading.replace(/<a class="anchor"[^]*?<\/a>/, ''));
    const rest = at === 0 ? part : part.slice(part.indexOf(heading) + heading.length);
    return entryOf(`${path}#${id}`, { title: name, where: title, html: rest });
  });
}

const operationEntry = (area, { id, name, operation, operationId }) =>
  entryOf(`${area.path}#${id}`, {
    title: operation.summary.replaceAll('`', ''),
    names: `platform.${name} ${operationId}`,
    where: area.name,
    html: `${operation.method.toUpperCase()} ${operation.path} ${operation.description ?? ''}`,
  });

/** The search over sections of pages and over operations, as text that the page loads. */
export function searchIndex(pages, areas) {
  const search = new MiniSearch(searchOptions);
  const ofAreas = new Set(areas.map(({ path }) => path));
  const entries = [
    ...pages.filter(({ path }) => !ofAreas.has(path)).flatMap(sectionsOf),
    ...areas.flatMap((area) => [
      entryOf(area.path, { title: area.name, where: 'API reference', html: area.description }),
      ...area.operations.map((one) => operationEntry(area, one)),
    ]),
  ];
  search.addAll(entries);
  return JSON.stringify(search);
}
