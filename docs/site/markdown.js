import MarkdownIt from 'markdown-it';
import { codeBlock } from './highlight.js';
import { escapeHtml } from './html.js';
import { slugger } from './links.js';

/** The text of inline tokens without their marks, such as the name of a heading. */
export const plainText = (children) =>
  children
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');

const parser = new MarkdownIt({ html: true, linkify: false });
const { rules } = parser.renderer;
rules.fence = (tokens, at) => codeBlock(tokens[at].content.trimEnd(), tokens[at].info.trim());
rules.code_block = (tokens, at) => codeBlock(tokens[at].content.trimEnd(), '');
rules.table_open = (_tokens, _at, _options, env) => {
  env.isTable = true;
  return '<div class="table" tabindex="0"><table>';
};
rules.table_close = (_tokens, _at, _options, env) => {
  env.isTable = false;
  return '</table></div>';
};
// Long names in narrow columns break between their words.
rules.code_inline = (tokens, at, _options, env) => {
  const code = escapeHtml(tokens[at].content);
  return `<code>${env.isTable ? code.replace(/[._/-](?=\w)/g, '$&<wbr>') : code}</code>`;
};
// Alignment is an attribute that a strict content security policy refuses.
for (const cell of ['th_open', 'td_open']) rules[cell] = (tokens, at) => `<${tokens[at].tag}>`;
// Pages contain comments for generators and tests, and no other HTML.
for (const html of ['html_block', 'html_inline'])
  rules[html] = (tokens, at) =>
    tokens[at].content.startsWith('<!--') ? '' : escapeHtml(tokens[at].content);

const anchorLink = (id) =>
  `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
rules.heading_close = (tokens, at) => {
  const id = tokens[at - 2].attrGet('id');
  return `${id ? anchorLink(id) : ''}</${tokens[at].tag}>\n`;
};

function nameHeadings(tokens) {
  const slug = slugger();
  const headings = [];
  tokens.forEach((token, at) => {
    if (token.type !== 'heading_open') return;
    const title = plainText(tokens[at + 1].children);
    const id = slug(title);
    token.attrSet('id', id);
    headings.push({ level: Number(token.tag.slice(1)), title, id });
  });
  return headings;
}

const linksOf = (tokens) =>
  tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open');

/** The structure of a page: tokens, headings with their anchors, and the targets of its links. */
export function parseMarkdown(text) {
  const tokens = parser.parse(text, {});
  const headings = nameHeadings(tokens);
  return { tokens, headings, links: linksOf(tokens).map((link) => link.attrGet('href')) };
}

/** Renders a parsed page. `hrefOf` returns the link on the site for one in the text; undefined leaves only its text. */
export function renderMarkdown({ tokens }, hrefOf) {
  for (const inline of tokens.filter(({ children }) => children)) {
    const closing = [];
    inline.children = inline.children.filter((token) => {
      if (token.type === 'link_open') {
        const href = hrefOf(token.attrGet('href'));
        closing.push(href !== undefined);
        if (href !== undefined) token.attrSet('href', href);
        return href !== undefined;
      }
      return token.type === 'link_close' ? closing.pop() : true;
    });
  }
  return parser.renderer.render(tokens, parser.options, {});
}

/** Renders a description of the catalogue, which has no headings and no links. */
export const prose = (text) => parser.render(text);

/** Renders a description within a sentence. */
export const inlineProse = (text) => parser.renderInline(text);
