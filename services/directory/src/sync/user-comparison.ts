import type { RemoteUser } from './sources/remote-records.ts';
import type { SyncedUser } from './sync-directory-store.ts';

/**
 * The version of a user at the source combined with the current mapping, because another mapping
 * yields a different user.
 */
export const versionUnder = ({ version }: RemoteUser, mapping: string): string | null =>
  version === null ? null : `${version} ${mapping}`;

/** Whether the directory already has the user in this version. */
export const isUnchanged = (
  known: SyncedUser | undefined,
  user: RemoteUser,
  mapping: string,
): boolean =>
  known !== undefined &&
  known.remoteVersion !== null &&
  known.remoteVersion === versionUnder(user, mapping) &&
  known.active === user.active;

/**
 * Whether an active user has become inactive: such users leave together, after the guard has
 * counted them.
 */
export const leavesWith = (known: SyncedUser | undefined, { active }: RemoteUser): boolean =>
  known?.active === true && !active;
