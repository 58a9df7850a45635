import { filterTokens } from './filter-tokens.ts';
import type { FilterToken } from './filter-tokens.ts';
import { scimError } from '../scim-error.ts';

/** Comparison operators (RFC 7644 §3.4.2.2). */
const comparisonOperators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type ComparisonOperator = (typeof comparisonOperators)[number];
export type FilterValue = string | number | boolean | null;

/** A parsed filter with unresolved paths. */
export type Filter =
  | { kind: 'and' | 'or'; left: Filter; right: Filter }
  | { kind: 'not'; of: Filter }
  | { kind: 'compare'; path: string; operator: ComparisonOperator; value: FilterValue }
  | { kind: 'present'; path: string }
  /** One value of a multi-valued attribute must meet the whole condition. */
  | { kind: 'element'; path: string; of: Filter };

const isComparison = (word: string): word is ComparisonOperator =>
  (comparisonOperators as readonly string[]).includes(word);

const invalid = (detail: string) => scimError('invalidFilter', detail);

/**
 * Parses a filter (RFC 7644 §3.4.2.2): `not` binds closest, then `and`, then `or`. @throws 400
 * `invalidFilter`
 */
export function parseFilter(text: string): Filter {
  const tokens = filterTokens(text);
  let at = 0;

  const next = (): FilterToken | undefined => tokens[at];
  const isWord = (word: string): boolean => {
    const token = next();
    return token?.kind === 'word' && token.text.toLowerCase() === word;
  };
  function expect(kind: FilterToken['kind'], what: string): FilterToken {
    const token = next();
    if (token?.kind !== kind) throw invalid(`The filter is incomplete: expected ${what}`);
    at += 1;
    return token;
  }
  const word = (what: string): string => {
    const token = expect('word', what);
    return token.kind === 'word' ? token.text : '';
  };
  function grouped(open: '(' | '[', close: ')' | ']'): Filter {
    expect(open, `"${open}"`);
    const inner = disjunction();
    expect(close, `"${close}"`);
    return inner;
  }

  function comparison(path: string): Filter {
    const operator = word(`an operator after ${path}`).toLowerCase();
    if (operator === 'pr') return { kind: 'present', path };
    if (!isComparison(operator)) throw invalid(`${operator} is not an operator`);
    const token = expect('value', `a value after ${path} ${operator}`);
    return {
      kind: 'compare',
      path,
      operator,
      value: token.kind === 'value' ? token.value : null,
    };
  }

  /**
   * `emails[type eq "work"]`, and `emails[type eq "work"].value eq "x"`, which must match the same
   * value.
   */
  function element(path: string): Filter {
    const of = grouped('[', ']');
    const token = next();
    if (token?.kind !== 'word' || !token.text.startsWith('.')) return { kind: 'element', path, of };
    at += 1;
    return {
      kind: 'element',
      path,
      of: { kind: 'and', left: of, right: comparison(token.text.slice(1)) },
    };
  }

  function term(): Filter {
    if (next()?.kind === '(') return grouped('(', ')');
    if (isWord('not')) {
      at += 1;
      return { kind: 'not', of: grouped('(', ')') };
    }
    const path = word('an attribute');
    return next()?.kind === '[' ? element(path) : comparison(path);
  }

  function conjunction(): Filter {
    let left = term();
    while (isWord('and')) {
      at += 1;
      left = { kind: 'and', left, right: term() };
    }
    return left;
  }

  function disjunction(): Filter {
    let left = conjunction();
    while (isWord('or')) {
      at += 1;
      left = { kind: 'or', left, right: conjunction() };
    }
    return left;
  }

  const filter = disjunction();
  if (next())
    throw invalid(
      'The filter has text after its end; combine conditions with and, or, or parentheses',
    );
  return filter;
}
