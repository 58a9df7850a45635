import { isJsonObject } from '@platform/kit/formats';
import { problem } from '@platform/kit/problem';
import { isSame } from '../json/json-equality.ts';
import type { UserAttributes, UserManager, UserRecord } from './user-record.ts';

/** The value at a JSON Pointer of a user, whose names contain no special characters. */
const valueAt = (user: UserAttributes, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((node, name) => (isJsonObject(node) ? node[name] : undefined), user);

/**
 * Rejects a change of a member that a directory writes, because it would not last. Accepts an equal
 * value. @throws 409
 */
export function refuseManaged(user: UserRecord, after: UserAttributes): void {
  const changed = (user.managedBy?.attributes ?? []).filter(
    (pointer) => !isSame(valueAt(user, pointer) ?? null, valueAt(after, pointer) ?? null),
  );
  if (changed.length === 0) return;
  throw problem('invalid_state', {
    detail: 'A directory manages these properties of the user; change them there',
    errors: changed.map((pointer) => ({
      pointer,
      code: 'managed_by_directory',
      detail: 'is managed by a directory',
    })),
  });
}

/**
 * Whether a directory writes this member (`displayName`, `name.givenName`, `metadata.plan`), or a
 * part of it.
 */
export function isManagedTarget(managedBy: UserManager | null, target: string): boolean {
  const wanted = `/${target.replaceAll('.', '/')}`;
  return (managedBy?.attributes ?? []).some(
    (pointer) =>
      pointer === wanted || pointer.startsWith(`${wanted}/`) || wanted.startsWith(`${pointer}/`),
  );
}
