// Compiles the Markdown of guides at build time, so that no parser is in the bundle, and no HTML is made of them.
import { readFileSync } from 'node:fs';
import { fromMarkdown } from 'mdast-util-from-markdown';

const header = /^written: (\d{4}-\d{2}-\d{2})\n\n/;
const kept = ['type', 'value', 'url', 'ordered'];

/** A node of the syntax tree without positions. @throws SyntaxError for what the pages do not show */
function slim({ children, ...node }) {
  if (!shown.has(node.type)) throw new SyntaxError(`${node.type} is not shown`);
  const entries = kept.filter((name) => node[name] != null).map((name) => [name, node[name]]);
  return { ...Object.fromEntries(entries), ...(children && { children: children.map(slim) }) };
}

const shown = new Set([
  'paragraph',
  'list',
  'listItem',
  'text',
  'strong',
  'emphasis',
  'inlineCode',
  'code',
  'link',
]);

/**
 * Returns the date of a guide, and its sections: one for each heading of level 2.
 * @throws SyntaxError if it has no date, or something that the pages do not show
 */
export function compileGuide(markdown) {
  const [head, written] = header.exec(markdown) ?? [];
  if (!head) throw new SyntaxError('a guide begins with the day on which it was written');
  const sections = [];
  for (const node of fromMarkdown(markdown.slice(head.length)).children) {
    if (node.type === 'heading' && node.depth === 2)
      sections.push({ title: node.children.map(({ value }) => value).join(''), content: [] });
    else if (sections.length === 0) throw new SyntaxError('a guide begins with a section');
    else sections.at(-1).content.push(slim(node));
  }
  return { written, sections };
}

const guidePath = /\/guides\/[a-z]{2}\/[a-z_-]+\.md$/;

/** The plugin of Vite: a guide is a module of its own. */
export const guidesPlugin = () => ({
  name: 'guides',
  enforce: 'pre',
  load(id) {
    if (!guidePath.test(id)) return null;
    try {
      const json = JSON.stringify(compileGuide(readFileSync(id, 'utf8')));
      return { code: `export default ${json}`, moduleType: 'js', map: null };
    } catch (error) {
      throw new SyntaxError(`${id}: ${error.message}`);
    }
  },
});
