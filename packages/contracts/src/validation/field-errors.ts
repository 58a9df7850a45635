import type { z } from 'zod';
import { fieldErrorCodes } from '../problems.ts';
import type { FieldError, FieldErrorCode } from '../problems.ts';
import { closestForm, typesOfForms } from './closest-form.ts';
import { alternatives, issueDetail, typeName } from './issue-detail.ts';
import { pointerOf } from './json-pointer.ts';

const codes: ReadonlySet<string> = new Set(fieldErrorCodes);
const isCode = (code: unknown): code is FieldErrorCode =>
  typeof code === 'string' && codes.has(code);

type Issue = z.core.$ZodIssue;

/** The part of a request that is parsed. Determines the words for unknown names. */
export type ParsedPart = 'body' | 'parameters';

/** How the library reports a missing property, by its type. */
const mayBeAbsence: ReadonlySet<string> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
]);

function unknownNames(issue: z.core.$ZodIssueUnrecognizedKeys, part: ParsedPart): FieldError[] {
  const what = part === 'parameters' ? 'query parameter' : 'property';
  return issue.keys.map((key) => {
    const pointer = pointerOf([...issue.path, key]);
    return { pointer, code: 'unknown_member', detail: `Unknown ${what} ${key.slice(0, 100)}` };
  });
}

/** Reports a value that matches no form of a union. */
function unionErrors(issue: z.core.$ZodIssueInvalidUnion, part: ParsedPart): FieldError[] {
  const closest = closestForm(issue.errors);
  if (closest)
    return closest.flatMap((inner) =>
      fieldErrors({ ...inner, path: [...issue.path, ...inner.path] }, part),
    );
  const types = typesOfForms(issue.errors).map(typeName);
  const detail = types.length > 0 ? `must be ${alternatives(types)}` : issue.message;
  return [{ pointer: pointerOf(issue.path), code: 'invalid_format', detail }];
}

/** Whether the discriminator of the union is missing. */
const lacksDiscriminator = (issue: Issue): boolean =>
  issue.code === 'invalid_union' &&
  'discriminator' in issue &&
  (issue.input as Record<string, unknown> | undefined)?.[String(issue.discriminator)] === undefined;

/** Converts one issue to entries of `errors[]`; one entry per unknown property. */
function fieldErrors(issue: Issue, part: ParsedPart): FieldError[] {
  const pointer = pointerOf(issue.path);
  if (issue.code === 'unrecognized_keys') return unknownNames(issue, part);
  const isAbsent = mayBeAbsence.has(issue.code) && issue.input === undefined;
  if (isAbsent || lacksDiscriminator(issue))
    return [{ pointer, code: 'required', detail: 'is required' }];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return unionErrors(issue, part);
  const named = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return [{ pointer, code: isCode(named) ? named : 'invalid_format', detail: issue.message }];
}

/** A parsed value, or one error for each fault. */
export type Parsed<S extends z.ZodType> =
  { data: z.output<S>; errors?: undefined } | { data?: undefined; errors: FieldError[] };

/**
 * Parses a value with a schema of the catalogue.
 * @param part what the value is a part of; the errors of parameters say "query parameter"
 * @returns the value with its defaults, or the errors that the API returns for it
 */
export function parseWith<S extends z.ZodType>(
  schema: S,
  value: unknown,
  part: ParsedPart = 'body',
): Parsed<S> {
  const result = schema.safeParse(value, { reportInput: true, error: issueDetail });
  if (result.success) return { data: result.data };
  return { errors: result.error.issues.flatMap((issue) => fieldErrors(issue, part)) };
}
