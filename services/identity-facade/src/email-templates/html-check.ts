import { parse } from 'parse5';
import type { DefaultTreeAdapterMap } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

const forbiddenElements = new Set([
  'script',
  'iframe',
  'object',
  'embed',
  'form',
  'input',
  'base',
  'link',
  'frame',
  'frameset',
  'svg',
  'math',
]);
const urlAttributes = new Set([
  'href',
  'src',
  'background',
  'action',
  'formaction',
  'poster',
  'cite',
  'longdesc',
]);
const schemes = /^(?:https:|mailto:|tel:|cid:)/i;

const isElement = (node: Node): node is Element => 'tagName' in node;

function* elementsOf(node: Node): Generator<Element> {
  if (isElement(node)) yield node;
  for (const child of 'childNodes' in node ? node.childNodes : []) yield* elementsOf(child);
  if ('content' in node) yield* elementsOf(node.content);
}

const hasForeignUrl = (css: string): boolean =>
  css.includes('\\') ||
  /@import|expression\s*\(/i.test(css) ||
  [...css.matchAll(/url\(\s*['"]?([^'")]*)/gi)].some(([, url = '']) => !schemes.test(url.trim()));

function attributeFault(tag: string, name: string, value: string): string | undefined {
  if (name.startsWith('on')) return `the attribute ${name} is not allowed`;
  if (name === 'srcset' || name === 'ping') return `the attribute ${name} is not allowed`;
  if (tag === 'meta' && name === 'http-equiv') return 'meta http-equiv is not allowed';
  if (name === 'style' && hasForeignUrl(value))
    return 'a style refers to a URL that is not allowed';
  if (!urlAttributes.has(name) || value.trim() === '' || schemes.test(value.trim()))
    return undefined;
  return `the URL "${value.trim().slice(0, 80)}" is not allowed: use https:, mailto:, tel: or cid:`;
}

function elementFault(element: Element): string | undefined {
  const { tagName, attrs } = element;
  if (forbiddenElements.has(tagName)) return `the element ${tagName} is not allowed`;
  const css = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
  if (tagName === 'style' && hasForeignUrl(css))
    return 'a style refers to a URL that is not allowed';
  return attrs.map(({ name, value }) => attributeFault(tagName, name, value)).find(Boolean);
}

/** Why HTML must not be mailed; undefined if it is allowed. */
export function htmlFault(html: string): string | undefined {
  for (const element of elementsOf(parse(html))) {
    const fault = elementFault(element);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The visible text and the link addresses of HTML. */
export function visibleIn(html: string): string {
  const seen: string[] = [];
  const visit = (node: Node): void => {
    if (isElement(node) && ['style', 'title', 'head'].includes(node.tagName)) return;
    if (node.nodeName === '#text' && 'value' in node) seen.push(node.value);
    if (isElement(node))
      seen.push(...node.attrs.filter(({ name }) => name === 'href').map((a) => a.value));
    for (const child of 'childNodes' in node ? node.childNodes : []) visit(child);
  };
  visit(parse(html));
  return seen.join(' ');
}
