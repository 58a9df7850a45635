import { parseWith } from '@platform/contracts';
import type { z } from 'zod';
import { fieldSentences, invalidFields, problem } from '../problem/problem.ts';

/** Parses a body. Throws 422 `validation_failed` with one entry per fault. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const { data, errors } = parseWith(schema, body);
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
  const { data, errors } = parseWith(schema, parameters, 'parameters');
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
