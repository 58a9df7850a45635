// The site as files: pages in Markdown, the reference from the catalogue, and what browsers need.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { catalogue } from '@platform/contracts';
import { decisions, pathOf, readDocuments, targetOf, unreachable } from './documents.js';
import { escapeHtml, textOf } from './html.js';
import { deadLinks, hrefBetween, isOutside } from './links.js';
import { renderMarkdown } from './markdown.js';
import { navigationOf } from './navigation.js';
import { pageFrame } from './page-frame.js';
import { areaPage } from './reference/area-page.js';
import {
  errorsPage,
  eventPages,
  eventsPage,
  overviewPage,
  scopesPage,
} from './reference/list-pages.js';
import { referenceModel } from './reference/model.js';
import { searchIndex } from './search-index.js';

const assets = new URL('assets/', import.meta.url);
/** Links to files that the site does not have lead to the forge, if its address is known. */
const linkOf = (document, documents, repositoryUrl) => (href) => {
  if (isOutside(href)) return href;
  const target = targetOf(document.source, href);
  const path = pathOf(target);
  const [, anchor] = href.split('#');
  if (documents.has(target) || target === decisions || path.startsWith('reference/'))
    return hrefBetween(document.path, anchor ? `${path}#${anchor}` : path);
  return repositoryUrl && `${repositoryUrl}/${target}`;
};

/** Sections of a page, for the list at its side. */
const outlineOf = (html) =>
  [...html.matchAll(/<h2[^>]* id="([^"]+)"[^>]*>([^]*?)<a class="anchor"/g)].map(
    ([, id, title]) => ({
      id,
      title: textOf(title),
    }),
  );

const documentPage = (document, documents, repositoryUrl) => ({
  path: document.path,
  title: document.title,
  html: renderMarkdown(document, linkOf(document, documents, repositoryUrl)),
});

/** The first page: what the product is, then what docs/README.md leads to. */
function withHero(home, overview) {
  const [introduction] = /<p>[^]*?<\/p>/.exec(overview.html);
  const hero = `<div class="hero"><h1>Documentation</h1>${introduction}<p class="ways"><a class="button" href="overview.html#start">Run it locally</a><a class="button plain" href="reference/index.html">API reference</a></p></div>`;
  return { ...home, html: home.html.replace(/<h1[^]*?<\/h1>/, hero) };
}

/** Pages in Markdown. */
function documentPages(documents, repositoryUrl) {
  const [home, ...pages] = [...documents.values()].map((document) =>
    documentPage(document, documents, repositoryUrl),
  );
  const overview = pages.find(({ path }) => path === 'overview.html');
  return [withHero(home, overview), ...pages];
}

/** Decisions have no page that lists them for readers of a forge: the folder is one. */
function decisionsPage(documents) {
  const items = [...documents.values()]
    .filter(({ source }) => source.startsWith(`${decisions}/`))
    .map(
      ({ path, title }) =>
        `<li><a href="${hrefBetween('decisions/index.html', path)}">${escapeHtml(title)}</a></li>`,
    );
  return {
    path: 'decisions/index.html',
    title: 'Decisions',
    html: `<h1>Decisions</h1><p>Each page records a decision with its reasons.</p><ul>${items.join('')}</ul>`,
  };
}

function referencePages(model) {
  const lists = [
    ['index', 'API reference', overviewPage],
    ['errors', 'Errors', errorsPage],
    ['event-catalog', 'Events', eventsPage],
    ['scopes', 'Scopes', scopesPage],
  ];
  return [
    ...lists.map(([name, title, render]) => ({
      path: `reference/${name}.html`,
      title,
      html: render(model),
    })),
    ...eventPages(),
    ...model.areas.map((area) => ({
      path: area.path,
      title: area.name,
      html: areaPage(area, model),
      kind: 'reference',
    })),
  ];
}

function assetFiles() {
  const library = createRequire(import.meta.url)
    .resolve('minisearch')
    .replace(/dist.*$/, 'dist/es/index.js');
  const own = readdirSync(assets).map((name) => [
    `assets/${name}`,
    readFileSync(new URL(name, assets), 'utf8'),
  ]);
  const text = readFileSync(library, 'utf8').replace(/\n\/\/# sourceMappingURL.*\s*$/, '\n');
  return [...own, ['assets/minisearch.js', text]];
}

/**
 * Renders the whole site. `repositoryUrl`: where a forge shows the files of the repository, such as `https://git.example.com/platform/blob/main`.
 * Returns texts by path. Links to pages or anchors that do not exist are an error.
 */
export async function renderSite({ repositoryUrl } = {}) {
  const documents = readDocuments();
  const lost = unreachable(documents);
  if (lost.length > 0) throw new Error(`docs/README.md does not lead to ${lost.join(', ')}.`);
  const model = await referenceModel(catalogue);
  const navigation = navigationOf(documents, model);
  const pages = [
    ...documentPages(documents, repositoryUrl),
    decisionsPage(documents),
    ...referencePages(model),
  ];
  const paths = pages.map(({ path }) => path);
  const twice = paths.filter((path, at) => paths.indexOf(path) < at);
  if (twice.length > 0) throw new Error(`Several pages have the path ${twice.join(', ')}.`);
  const framed = new Map(
    pages.map((page) => [
      page.path,
      pageFrame({ ...page, navigation, headings: outlineOf(page.html) }),
    ]),
  );
  const files = new Map([...assetFiles(), ['search.json', searchIndex(pages, model.areas)]]);
  const dead = deadLinks(framed, files);
  if (dead.length > 0) throw new Error(`Links that lead nowhere:\n${dead.join('\n')}`);
  return new Map([...framed, ...files]);
}
