import { problem } from '@platform/kit/problem';

/** Refuses with 409 `in_use`, naming what stands in the way. Nothing does when the list is empty. */
export function inUse(ids: readonly string[], why: string): void {
  if (ids.length === 0) return;
  throw problem('conflict', {
    detail: why,
    errors: ids.map((id) => ({ code: 'in_use', detail: id })),
  });
}
