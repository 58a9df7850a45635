import { fieldErrorCodes } from '@platform/contracts';
import type { FieldError, FieldErrorCode } from '@platform/contracts';
import type { z } from 'zod';
import { fieldSentences, invalidFields, problem } from '../problem/problem.ts';
import { closestForm, typesOfForms } from './closest-form.ts';
import { alternatives, issueDetail, typeName } from './issue-detail.ts';
import { pointerOf } from './request-body.ts';

const codes: ReadonlySet<string> = new Set(fieldErrorCodes);
const isCode = (code: unknown): code is FieldErrorCode =>
  typeof code === 'string' && codes.has(code);

type Issue = z.core.$ZodIssue;

/** The part of a request that is parsed. Determines the error code of unknown names. */
type Source = 'body' | 'parameters';

/** How the library reports a missing property, by its type. */
const mayBeAbsence: ReadonlySet<string> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
]);

function unknownNames(issue: z.core.$ZodIssueUnrecognizedKeys, source: Source): FieldError[] {
  const what = source === 'parameters' ? 'query parameter' : 'property';
  return issue.keys.map((key) => {
    const pointer = pointerOf([...issue.path, key]);
    return { pointer, code: 'unknown_member', detail: `Unknown ${what} ${key.slice(0, 100)}` };
  });
}

/** Reports a value that matches no form of a union. */
function unionErrors(issue: z.core.$ZodIssueInvalidUnion, source: Source): FieldError[] {
  const closest = closestForm(issue.errors);
  if (closest)
    return closest.flatMap((inner) =>
      fieldErrors({ ...inner, path: [...issue.path, ...inner.path] }, source),
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
function fieldErrors(issue: Issue, source: Source): FieldError[] {
  const pointer = pointerOf(issue.path);
  if (issue.code === 'unrecognized_keys') return unknownNames(issue, source);
  const isAbsent = mayBeAbsence.has(issue.code) && issue.input === undefined;
  if (isAbsent || lacksDiscriminator(issue))
    return [{ pointer, code: 'required', detail: 'is required' }];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return unionErrors(issue, source);
  const named = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return [{ pointer, code: isCode(named) ? named : 'invalid_format', detail: issue.message }];
}

/** Parses a value with a schema. Returns the result or the errors. */
function parsed<S extends z.ZodType>(
  schema: S,
  value: unknown,
  source: Source = 'body',
): { data: z.output<S>; errors?: undefined } | { data?: undefined; errors: FieldError[] } {
  const result = schema.safeParse(value, { reportInput: true, error: issueDetail });
  if (result.success) return { data: result.data };
  return { errors: result.error.issues.flatMap((issue) => fieldErrors(issue, source)) };
}

/** Parses a body. Throws 422 `validation_failed` with one entry per fault. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const { data, errors } = parsed(schema, body);
  if (errors) throw invalidFields(errors);
  return data as z.output<S>;
}

/**
 * Parses path or query parameters. Throws 400 `invalid_parameter`, or 400 `invalid_cursor` for a
 * malformed cursor.
 */
export function parseParameters<S extends z.ZodType>(
  schema: S,
  parameters: Record<string, string>,
): z.output<S> {
  const { data, errors } = parsed(schema, parameters, 'parameters');
  if (!errors) return data as z.output<S>;
  const detail = fieldSentences(errors);
  throw problem(
    errors.some((e) => e.pointer === '/cursor') ? 'invalid_cursor' : 'invalid_parameter',
    {
      detail,
      errors,
    },
  );
}
