import { problem } from '@platform/kit/problem';

/** Throws 409 `in_use` with these ids, unless there are none. */
export function inUse(ids: readonly string[], why: string): void {
  if (ids.length === 0) return;
  throw problem('conflict', {
    detail: why,
    errors: ids.map((id) => ({ code: 'in_use', detail: id })),
  });
}
