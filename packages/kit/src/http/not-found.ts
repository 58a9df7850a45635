import { notFoundDetail } from '@platform/contracts';
import type { Operation } from '@platform/contracts';
import { Problem, problem } from '../problem/problem.ts';

/** An error of an operation; a 404 without a sentence of its own names what was looked for. */
export function withNotFoundDetail(
  error: unknown,
  { path }: Pick<Operation, 'path'>,
  params: Readonly<Record<string, unknown>>,
): unknown {
  if (!(error instanceof Problem) || error.code !== 'not_found') return error;
  if (error.details.detail !== undefined) return error;
  const detail = notFoundDetail(path, params);
  return detail === undefined ? error : problem('not_found', { ...error.details, detail });
}
