import { notFoundDetail } from '@platform/contracts';
import type { Operation } from '@platform/contracts';
import { Problem, problem } from '../problem/problem.ts';

/**
 * Adds a detail to a 404 that has none, naming what was not found; returns other errors unchanged.
 */
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
