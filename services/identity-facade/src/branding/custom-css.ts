import { generate, ident, parse, walk } from 'css-tree';
import type { CssNode, Rule, Selector } from 'css-tree';
import { invalid } from '@platform/kit/problem';
import { unclosedToken } from './css-balance.ts';

const atRules = new Set(['media', 'supports', 'layer', 'keyframes']);
/** Functions that load resources or read what a style sheet must not see. */
const functions = new Set([
  'url',
  'src',
  'image',
  'image-set',
  '-webkit-image-set',
  'cross-fade',
  '-webkit-cross-fade',
  'element',
  '-moz-element',
  'attr',
  'if',
  'expression',
  'paint',
]);
const properties = new Set(['behavior', '-moz-binding']);
const attributes = /^(?:dir|lang|data-part|aria-[a-z]+)$/;
const rootPseudoClasses = new Set(['root', 'host', 'host-context', 'scope']);
const maxSelectors = 2_000;
const scope = 'tenant-theme';

/** Normalizes a name the way browsers compare it: unescaped, lower-case. */
const plain = (name: string): string => ident.decode(name).toLowerCase();

type Fault = string | undefined;
type Inspect = { [T in CssNode['type']]?: (node: Extract<CssNode, { type: T }>) => Fault };

const functionFault = (name: string): Fault =>
  functions.has(plain(name)) ? `must not use the function ${plain(name)}()` : undefined;

const inspect: Inspect = {
  Atrule: ({ name }) => (atRules.has(plain(name)) ? undefined : `@${plain(name)} is not allowed`),
  Url: () => functionFault('url'),
  Function: ({ name }) => functionFault(name),
  Declaration: ({ property }) =>
    properties.has(plain(property)) ? `the property ${plain(property)} is not allowed` : undefined,
  AttributeSelector: ({ name }) =>
    attributes.test(plain(name.name))
      ? undefined
      : `selectors by the attribute ${plain(name.name)} are not allowed`,
  ClassSelector: ({ name }) =>
    plain(name).startsWith('platform-') ? `the class ${plain(name)} is reserved` : undefined,
  TypeSelector: ({ name }) =>
    plain(name) === 'html' ? 'the selector html is not allowed' : undefined,
  PseudoClassSelector: ({ name }) =>
    rootPseudoClasses.has(plain(name)) ? `the selector :${plain(name)} is not allowed` : undefined,
  NestingSelector: () => 'nested rules are not allowed',
  // The parser keeps some syntax raw, such as old filters, which cannot be checked.
  Raw: ({ value }) => (value.trim() === '' ? undefined : `"${value.slice(0, 40)}" is not allowed`),
};

const forbidden = (detail: string, node: CssNode) => {
  const at = node.loc ? ` (line ${node.loc.start.line}, column ${node.loc.start.column})` : '';
  return invalid('/customCss', 'css_forbidden', `${detail}${at}`);
};

function parsed(css: string): CssNode {
  const sheet = parse(css, {
    positions: true,
    parseCustomProperty: true,
    onParseError(error) {
      const { line, column, message } = error as SyntaxError & { line: number; column: number };
      throw invalid('/customCss', 'css_invalid', `${message} (line ${line}, column ${column})`);
    },
  });
  const unclosed = unclosedToken(css);
  if (!unclosed) return sheet;
  const { mark, line, column } = unclosed;
  throw invalid(
    '/customCss',
    'css_invalid',
    `${mark} is not closed (line ${line}, column ${column})`,
  );
}

/** Whether a selector names the scope itself and stays within it. */
function isScoped({ children }: Selector): boolean {
  const [first, ...rest] = children.toArray();
  if (first?.type !== 'ClassSelector' || first.name !== scope) return false;
  const combinator = rest.find(({ type }) => type === 'Combinator');
  return combinator?.type !== 'Combinator' || [' ', '>'].includes(combinator.name);
}

function confine(selector: Selector): void {
  if (isScoped(selector)) return;
  selector.children.prependData({ type: 'Combinator', name: ' ' });
  selector.children.prependData({ type: 'ClassSelector', name: scope });
}

/** Moves the selectors of a rule below the scope. Returns their number. */
function confineRule(rule: Rule): number {
  if (rule.prelude.type !== 'SelectorList') return 0;
  const selectors = rule.prelude.children.toArray();
  for (const selector of selectors) if (selector.type === 'Selector') confine(selector);
  return selectors.length;
}

/**
 * Validates a tenant's style rules and returns them as served, every selector below `.tenant-theme`. @throws 422 `css_invalid`,
 * `css_forbidden` at the pointer `/customCss`
 */
export function checkedCss(css: string): string {
  const sheet = parsed(css);
  let selectors = 0;
  walk(sheet, function (this: { rule: Rule | null; atrule: { name: string } | null }, node) {
    const fault = (inspect[node.type] as ((node: CssNode) => Fault) | undefined)?.(node);
    if (fault !== undefined) throw forbidden(fault, node);
    if (node.type !== 'Rule') return;
    if (this.rule !== null && this.rule !== node)
      throw forbidden('nested rules are not allowed', node);
    if (this.atrule !== null && plain(this.atrule.name) === 'keyframes') return;
    selectors += confineRule(node);
    if (selectors > maxSelectors)
      throw forbidden(`more than ${maxSelectors} selectors are not allowed`, node);
  });
  return generate(sheet);
}
