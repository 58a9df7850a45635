import { problem } from '@platform/kit/problem';
import { controls } from './segment.ts';

function decode(raw: string, what: string): string {
  let text: string;
  try {
    text = decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    throw problem('invalid_parameter', { detail: `${what} is not valid percent-encoded UTF-8` });
  }
  if (controls.test(text))
    throw problem('invalid_parameter', { detail: `${what} contains a control character` });
  return text;
}

/**
 * Parses a raw query string as `application/x-www-form-urlencoded` (`+` is a space). The result has
 * no prototype, so that a parameter `__proto__` is one like any other.
 * @param lists names of parameters that are lists: their values are joined by commas
 * @throws `invalid_parameter`: any other name occurs twice; broken escapes, invalid UTF-8, control
 * characters.
 */
export function parseQuery(raw: string, lists: readonly string[] = []): Record<string, string> {
  const query = Object.create(null) as Record<string, string>;
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals), 'The name of a query parameter');
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1), `Query parameter ${name}`);
    if (name in query && !lists.includes(name))
      throw problem('invalid_parameter', {
        detail: `Query parameter ${name} must not be repeated`,
      });
    query[name] = name in query ? `${query[name]},${value}` : value;
  }
  return query;
}
