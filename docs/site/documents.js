// The pages that are written in Markdown: those of docs/ and what they refer to.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOutside } from './links.js';
import { parseMarkdown } from './markdown.js';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const at = (source) => join(repository, source);

/** Lists for forges, in place of which the site has pages of the reference. */
const replaced = {
  'docs/operations.md': 'reference/index.html',
  'docs/errors.md': 'reference/errors.html',
  'docs/events.md': 'reference/event-catalog.html',
};
export const decisions = 'docs/adr';

/** Where the page of a file of the repository is. */
export function pathOf(source) {
  if (replaced[source]) return replaced[source];
  if (source === 'README.md') return 'overview.html';
  if (source === decisions) return 'decisions/index.html';
  return source
    .replace(/^docs\/adr\//, 'decisions/')
    .replace(/^docs\//, '')
    .replace(/(^|\/)README\.md$/, (_, slash) => (source.startsWith('docs/') ? `${slash}index` : ''))
    .replace(/\.md$/, '')
    .toLowerCase()
    .concat('.html');
}

/** The file or folder that a link of a page refers to. */
export const targetOf = (source, href) => {
  const [path] = href.split('#');
  return path === '' ? source : posix.join(posix.dirname(source), path).replace(/\/$/, '');
};

const isPage = (target) => target.endsWith('.md') && !replaced[target] && existsSync(at(target));

function readPage(source) {
  const page = parseMarkdown(readFileSync(at(source), 'utf8'));
  const { title } = page.headings.find(({ level }) => level === 1) ?? {};
  if (!title) throw new Error(`${source} has no title.`);
  return { source, path: pathOf(source), title, ...page };
}

/** Pages of a folder, by name. */
const pagesBelow = (folder) =>
  existsSync(at(folder))
    ? readdirSync(at(folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name}`)
        .sort()
    : [];

/**
 * Every page that docs/README.md leads to, by its file; links to other files of the repository are allowed, links to files that do
 * not exist are an error.
 */
export function readDocuments() {
  const documents = new Map();
  const waiting = ['docs/README.md', ...pagesBelow(decisions)];
  const dead = [];
  for (let source = waiting.shift(); source; source = waiting.shift()) {
    if (documents.has(source)) continue;
    const document = readPage(source);
    documents.set(source, document);
    for (const href of document.links.filter((one) => !isOutside(one))) {
      const target = targetOf(source, href);
      if (isPage(target)) waiting.push(target);
      else if (!existsSync(at(target)) && !isLeftOut(target)) dead.push(`${source}: ${href}`);
    }
  }
  if (dead.length > 0) throw new Error(`Links to files that do not exist:\n${dead.join('\n')}`);
  return documents;
}

/** Images are built without these folders. */
const isLeftOut = (target) => {
  const [folder] = target.split('/');
  return ['bench', 'test'].includes(folder) && !existsSync(at(folder));
};

/** Pages of docs/ that no other page leads to. */
export const unreachable = (documents) =>
  readdirSync(at('docs'), { recursive: true })
    .map((name) => `docs/${String(name).replaceAll('\\', '/')}`)
    .filter((source) => source.endsWith('.md') && statSync(at(source)).isFile())
    .filter((source) => !documents.has(source) && !replaced[source]);
