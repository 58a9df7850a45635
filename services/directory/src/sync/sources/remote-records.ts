/** A user as a source tells of one, in the form of SCIM. */
export interface RemoteUser {
  /** What the source knows the user by: the external id in the directory. */
  externalId: string;
  userName: string;
  active: boolean;
  /** SCIM attributes beside those above. */
  resource: Record<string, unknown>;
  /** Changes with every change of the user; null where the source has none. */
  version: string | null;
}

/** A group as a source tells of one. */
export interface RemoteGroup {
  externalId: string;
  displayName: string;
  version: string | null;
}

/** All members of a group, by their external ids. */
export interface RemoteMembers {
  groupExternalId: string;
  all: readonly string[];
}

/** A group whose members cannot be determined: it keeps those that it has. */
export interface RemoteGroupFault {
  externalId: string;
  code: string;
  detail: string;
}

/** A part of what a source holds, and where it goes on. */
export interface RemotePage {
  users: readonly RemoteUser[];
  /** External ids of users who are gone; of change tracking alone. */
  removedUsers: readonly string[];
  groups: readonly RemoteGroup[];
  removedGroups: readonly string[];
  members: readonly RemoteMembers[];
  groupFaults: readonly RemoteGroupFault[];
  /** Where the next page begins; null: this was the last one. */
  next: unknown;
  /** With the last page: where change tracking goes on at the next run; null: everything is listed again. */
  position?: Record<string, unknown> | null;
}

/** An empty page to which parts are added. */
export const emptyPage: Omit<RemotePage, 'next'> = {
  users: [],
  removedUsers: [],
  groups: [],
  removedGroups: [],
  members: [],
  groupFaults: [],
};

/** Reads a source page by page. */
export interface RemoteReader {
  /** True: all users and groups are listed, so that those who are absent are gone. */
  isFull: boolean;
  /** Can a run that was interrupted go on where it was? */
  canResume: boolean;
  /** @throws SourceFault, Throttled, PositionExpired */
  read(from: unknown, signal: AbortSignal): Promise<RemotePage>;
  close(): Promise<void>;
}

/** The attributes that have a value. */
export const present = (attributes: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );

/** As {@link present}; undefined where none has a value. */
export function presentAny(
  attributes: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const held = present(attributes);
  return Object.keys(held).length === 0 ? undefined : held;
}
