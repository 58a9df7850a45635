import { z } from 'zod';
import { isText, textPattern } from './text.ts';

/** Bodies are at most 16 levels deep, and metadata is a member of one. */
const maxDepth = 15;
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

type Report = (path: string[], message: string) => void;

/** Normalizes every name and text to NFC; reports invalid ones by their path. */
function normal(value: unknown, path: string[], report: Report): unknown {
  if (typeof value === 'string') {
    if (!isText(value))
      report(path, 'must not contain control characters, bidi overrides or unpaired surrogates');
    return value.normalize('NFC');
  }
  if (typeof value !== 'object' || value === null) return value;
  if (path.length >= maxDepth) {
    report(path, `is nested deeper than ${maxDepth}`);
    return value;
  }
  if (Array.isArray(value))
    return value.map((entry, i) => normal(entry, [...path, String(i)], report));
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const at = [...path, name];
    if (forbiddenNames.has(name)) report(at, 'is a reserved name');
    if (!isText(name))
      report(
        path,
        'must not contain a name with control characters, bidi overrides or unpaired surrogates',
      );
    return [name.normalize('NFC'), normal(member, at, report)];
  });
  const names = members.map(([name]) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    report([...path, twice], 'appears twice, in two spellings that are equivalent in Unicode');
  return Object.fromEntries(members);
}

/**
 * An object defined by the caller: JSON of any shape, up to 15 levels deep, with names and texts in
 * NFC, without control characters (including line breaks and tabs), bidi overrides, unpaired
 * surrogates and names that reach a prototype.
 */
export const metadata = z
  .record(z.string(), z.unknown())
  .transform(
    (value, context) =>
      normal(value, [], (path, message) =>
        context.addIssue({ code: 'custom', path, message }),
      ) as Record<string, unknown>,
  )
  .meta({
    description:
      'Any JSON value, nested at most 15 levels deep. Names and strings must not contain control characters (including line breaks and tabs) or bidi overrides.',
    propertyNames: { pattern: textPattern, not: { enum: [...forbiddenNames] } },
  });
