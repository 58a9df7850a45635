import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  bigint: 'a whole number',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  null: 'null',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

const formatNames: Readonly<Record<string, string>> = {
  base64: 'base64',
  base64url: 'base64url',
  cidrv4: 'an IPv4 network, such as 192.0.2.0/24',
  cidrv6: 'an IPv6 network, such as 2001:db8::/32',
  date: 'a date, such as 2026-11-20',
  datetime: 'an RFC 3339 time, such as 2026-11-20T09:30:00Z',
  duration: 'an ISO 8601 duration, such as P7D',
  email: 'an e-mail address',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  time: 'a time of day, such as 09:30:00',
  url: 'a URL',
  uuid: 'a UUID',
};

/** Returns the name of a JSON type with its article, such as `a string`. */
export const typeName = (type: string): string => typeNames[type] ?? 'another type';

const quoted = (value: unknown): string =>
  typeof value === 'string' ? `"${value}"` : String(value);

/** Formats values as `"a", "b" or "c"`. */
export function alternatives(values: readonly string[]): string {
  const unique = [...new Set(values)];
  const last = unique.at(-1) ?? '';
  return unique.length > 1 ? `${unique.slice(0, -1).join(', ')} or ${last}` : last;
}

const counted = (n: number | bigint, one: string, many: string): string =>
  `${n} ${Number(n) === 1 ? one : many}`;

/** Returns a size with its unit; undefined for numbers. */
function sizeOf(origin: string, n: number | bigint): string | undefined {
  if (origin === 'string') return counted(n, 'character', 'characters');
  if (['array', 'set'].includes(origin)) return counted(n, 'entry', 'entries');
  if (['map', 'object', 'record'].includes(origin)) return counted(n, 'property', 'properties');
  return undefined;
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  const size = sizeOf(origin, minimum);
  if (size && Number(minimum) === 1) return 'must not be empty';
  if (size) return `must have at least ${size}`;
  return `must be ${inclusive === false ? 'greater than' : 'at least'} ${minimum}`;
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): string {
  const size = sizeOf(origin, maximum);
  if (size) return `must have at most ${size}`;
  return `must be ${inclusive === false ? 'less than' : 'at most'} ${maximum}`;
}

function badFormat(issue: z.core.$ZodIssueInvalidStringFormat): string {
  if (issue.format === 'regex') return `must match the pattern ${issue.pattern}`;
  if ('prefix' in issue) return `must begin with "${String(issue.prefix)}"`;
  if ('suffix' in issue) return `must end with "${String(issue.suffix)}"`;
  return `must be ${formatNames[issue.format] ?? issue.format}`;
}

/**
 * Describes one of several values; also handles `options` of a discriminator, which the library's
 * types omit.
 */
const oneOf = (values: readonly unknown[]): string =>
  values.length === 1
    ? `must be ${quoted(values[0])}`
    : `must be one of ${alternatives(values.map(quoted))}`;

/**
 * Describes what is wrong with a value, as a predicate of its property: "must be a string". For
 * schemas without messages of their own: pass it as `error` of `safeParse`.
 */
export function issueDetail(raw: RawIssue): string {
  const issue = raw as z.core.$ZodIssue;
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'never'
        ? 'must be left out'
        : `must be ${typeName(issue.expected)}`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return badFormat(issue as z.core.$ZodIssueInvalidStringFormat);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return 'has a property name that is not allowed';
    case 'invalid_union':
      return 'options' in issue ? oneOf(issue.options as unknown[]) : 'has no valid form';
    default:
      return 'is not valid';
  }
}
