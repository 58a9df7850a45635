import { fieldErrorCodes } from '@platform/contracts';
import type { FieldError, FieldErrorCode } from '@platform/contracts';
import type { z } from 'zod';
import { problem } from '../problem/problem.ts';
import { pointerOf } from './request-body.ts';

const codes: ReadonlySet<string> = new Set(fieldErrorCodes);
const isCode = (code: unknown): code is FieldErrorCode =>
  typeof code === 'string' && codes.has(code);

type Issue = z.core.$ZodIssue;

/** How a member that is not there comes out, after its type. */
const mayBeAbsence: ReadonlySet<string> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
]);

/** One issue as entries of `errors[]`; an unknown member is one entry each. */
function fieldErrors(issue: Issue): FieldError[] {
  const pointer = pointerOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: `${pointer}${pointerOf([key])}`,
      code: 'unknown_member',
      detail: 'there is no such member',
    }));
  }
  if (mayBeAbsence.has(issue.code) && issue.input === undefined) {
    return [{ pointer, code: 'required', detail: 'is required' }];
  }
  // Of several forms the one that was nearly met is what the caller meant.
  const [nearest] =
    issue.code === 'invalid_union' && typeof issue.input === 'object'
      ? issue.errors.toSorted((a, b) => a.length - b.length)
      : [];
  if (nearest && nearest.length > 0)
    return nearest.flatMap((inner) =>
      fieldErrors({ ...inner, path: [...issue.path, ...inner.path] }),
    );
  const named = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return [
    {
      pointer,
      code: isCode(named) ? named : 'invalid_format',
      detail: issue.message.replace(/^Invalid input: /, ''),
    },
  ];
}

const sentence = (errors: readonly FieldError[]): string =>
  errors
    .slice(0, 3)
    .map((e) => `${e.pointer || 'the body'}: ${e.detail}`)
    .join('; ') + (errors.length > 3 ? `; and ${errors.length - 3} more` : '');

/** Parses a body: 422 `validation_failed` with one entry for each thing that is wrong. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap(fieldErrors);
  throw problem('validation_failed', { detail: sentence(errors), errors });
}

/** Parses path or query parameters: 400 `invalid_parameter`, a malformed cursor 400 `invalid_cursor`. */
export function parseParameters<S extends z.ZodType>(
  schema: S,
  parameters: Record<string, string>,
): z.output<S> {
  const parsed = schema.safeParse(parameters, { reportInput: true });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap(fieldErrors);
  if (errors.some((e) => e.pointer === '/cursor'))
    throw problem('invalid_cursor', { detail: 'cursor was not made by this list' });
  throw problem('invalid_parameter', { detail: sentence(errors), errors });
}
