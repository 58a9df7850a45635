import { escapeHtml } from './html.js';
import { hrefBetween } from './links.js';

const icons = {
  menu: '<path d="M3 6h18M3 12h18M3 18h18"/>',
  search: '<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>',
  theme: '<circle cx="12" cy="12" r="8"/><path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor"/>',
};
const icon = (name) =>
  `<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true">${icons[name]}</svg>`;

/** A link of the menu. What is below an area is shown on its own page only. */
function linkView({ title, path, pages = [], operations = [] }, from, current) {
  const mark = path === current ? ' aria-current="page"' : '';
  const own = path === current ? operations : [];
  const below = [...pages, ...own];
  const list = below.length > 0 ? listView(below, from, current) : '';
  return `<li><a href="${hrefBetween(from, path)}"${mark}>${escapeHtml(title)}</a>${list}</li>`;
}
const listView = (pages, from, current) =>
  `<ul>${pages.map((page) => linkView(page, from, current)).join('')}</ul>`;

function sectionView({ title, pages, groups = [] }, from, current) {
  const all = [...pages, ...groups.flatMap((group) => group.pages)];
  const isOpen = all.some(({ path, pages: below = [] }) =>
    [path, ...below.map((page) => page.path)].includes(current),
  );
  const grouped = groups.map(
    (group) =>
      `<p class="nav-group">${escapeHtml(group.title)}</p>${listView(group.pages, from, current)}`,
  );
  return `<details${isOpen || current === 'index.html' ? ' open' : ''}><summary>${escapeHtml(title)}</summary>${listView(pages, from, current)}${grouped.join('')}</details>`;
}

const outlineView = (headings) =>
  headings.length < 2
    ? ''
    : `<nav class="outline" aria-label="On this page"><p>On this page</p><ul>${headings
        .map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`)
        .join('')}</ul></nav>`;

/** A whole page. `kind`: `document` has an outline at its side, `reference` has samples there. */
export function pageFrame({
  path,
  title,
  html,
  navigation,
  headings = [],
  kind = 'document',
  menuPath = path,
}) {
  const to = (target) => hrefBetween(path, target);
  const root = to('index.html').replace(/index\.html$/, '') || './';
  const name = path === 'index.html' ? 'Tenant platform' : `${title} · Tenant platform`;
  return `<!doctype html>
<html lang="en" data-root="${root}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(name)}</title>
<script src="${to('assets/theme.js')}"></script><link rel="stylesheet" href="${to('assets/site.css')}"><link rel="icon" href="${to('assets/icon.svg')}"><script type="module" src="${to('assets/site.js')}"></script></head>
<body class="${kind}"><a class="skip" href="#content">Skip to content</a>
<header class="bar"><button type="button" class="icon-button menu-button" aria-label="Menu" aria-expanded="false" aria-controls="menu">${icon('menu')}</button><a class="home" href="${to('index.html')}">Tenant platform</a><button type="button" class="search-button">${icon('search')}<span>Search</span><kbd>/</kbd></button><a class="bar-link" href="${to('reference/index.html')}">API reference</a><button type="button" class="icon-button theme-button" aria-label="Switch between light and dark">${icon('theme')}</button></header>
<nav class="menu" id="menu" aria-label="Pages">${navigation.map((section) => sectionView(section, path, menuPath)).join('')}</nav>
<main id="content" tabindex="-1">${html}</main>${kind === 'document' ? outlineView(headings) : ''}
<dialog class="search" aria-label="Search"><input type="search" placeholder="Search pages, operations, errors, events" aria-label="Search" autocomplete="off" spellcheck="false"><ul class="results"></ul><p class="no-results" hidden>No results.</p></dialog></body></html>
`;
}
