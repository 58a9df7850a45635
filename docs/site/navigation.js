// What the site leads to: the sections of docs/README.md, with the reference between them.
import { pathOf, targetOf } from './documents.js';
import { isOutside } from './links.js';
import { plainText } from './markdown.js';

/** Links of a line, with their text as the forge shows it. */
function linksIn({ children }, source) {
  return children.flatMap((token, at) => {
    if (token.type !== 'link_open' || isOutside(token.attrGet('href'))) return [];
    const end = children.findIndex((one, i) => i > at && one.type === 'link_close');
    const title = plainText(children.slice(at + 1, end));
    const target = targetOf(source, token.attrGet('href'));
    const path = pathOf(target);
    return [{ title, path, source: target }];
  });
}

/** The text of a link as a title; a page that has it as its title knows its capitals. */
function titleOf({ title, source }, documents) {
  const own = documents.get(source)?.title;
  return own?.toLowerCase() === title.toLowerCase() ? own : title[0].toUpperCase() + title.slice(1);
}

/** Sections of a page with the links in each; a page is where it is named first. */
function sectionsOf({ tokens, source }) {
  const seen = new Set();
  const sections = [];
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open' && token.tag === 'h2')
      sections.push({ title: plainText(tokens[at + 1].children), pages: [] });
    if (token.type !== 'inline' || sections.length === 0) return;
    for (const link of linksIn(token, source)) {
      if (seen.has(link.path)) continue;
      seen.add(link.path);
      sections.at(-1).pages.push(link);
    }
  });
  return sections;
}

/** Pages that an index in a folder of its own leads to, such as that of quickstarts. */
function pagesBelow({ source }, documents) {
  const folder =
    source?.endsWith('/README.md') && source.startsWith('docs/') ? source.slice(0, -9) : undefined;
  const index = folder && documents.get(source);
  if (!index) return [];
  return sectionsOf({ ...index, tokens: [headingOf(index.title), ...index.tokens].flat() })
    .flatMap(({ pages }) => pages)
    .filter((page) => page.source.startsWith(folder) && documents.has(page.source))
    .map((page) => ({ title: titleOf(page, documents), path: page.path }));
}

/** A section for links that come before any heading. */
const headingOf = (content) => [
  { type: 'heading_open', tag: 'h2' },
  { type: 'inline', children: [{ type: 'text', content }] },
];

const referenceSection = ({ areas, groups }) => ({
  title: 'Reference',
  pages: [
    { title: 'Overview', path: 'reference/index.html' },
    { title: 'Errors', path: 'reference/errors.html' },
    { title: 'Events', path: 'reference/event-catalog.html' },
    { title: 'Scopes', path: 'reference/scopes.html' },
  ],
  groups: groups.map((title) => ({
    title,
    pages: areas
      .filter(({ group }) => group === title)
      .map(({ name, path, operations }) => ({
        title: name,
        path,
        operations: operations.map(({ id, operation }) => ({
          title: operation.summary.replaceAll('`', ''),
          path: `${path}#${id}`,
        })),
      })),
  })),
});

const isQuickstart = ({ source }) => source.startsWith('docs/quickstarts/');

/** The sections of the site in their order: `{ title, pages: [{ title, path, pages }], groups }`. */
export function navigationOf(documents, model) {
  const ofReference = new Set([
    'reference/index.html',
    'reference/errors.html',
    'reference/event-catalog.html',
  ]);
  const sections = sectionsOf(documents.get('docs/README.md')).map(({ title, pages }) => ({
    title,
    pages: pages
      .filter(
        ({ path, source }) =>
          !ofReference.has(path) && (documents.has(source) || source === 'docs/adr'),
      )
      .map((page) => ({
        ...page,
        title: titleOf(page, documents),
        pages: pagesBelow(page, documents),
      })),
  }));
  const start = sections.find(({ title }) => title === 'Start');
  for (const section of sections.filter((one) => one !== start)) {
    start.pages.push(...section.pages.filter(isQuickstart));
    section.pages = section.pages.filter((page) => !isQuickstart(page));
  }
  const before = sections.findIndex(({ title }) => title === 'Operate');
  return sections.toSpliced(before, 0, referenceSection(model));
}
