/** A user of a source, in the form of SCIM. */
export interface RemoteUser {
  /** The id at the source, which becomes the external id in the directory. */
  externalId: string;
  userName: string;
  active: boolean;
  /** Other SCIM attributes. */
  resource: Record<string, unknown>;
  /** Changes with every change of the user; null if the source has none. */
  version: string | null;
}

/** A group of a source. */
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

/** A group whose members cannot be determined. It keeps its current ones. */
export interface RemoteGroupFault {
  externalId: string;
  code: string;
  detail: string;
}

/** A part of a source's content, and where the next one begins. */
export interface RemotePage {
  users: readonly RemoteUser[];
  /** External ids of users who are gone; only with change tracking. */
  removedUsers: readonly string[];
  groups: readonly RemoteGroup[];
  removedGroups: readonly string[];
  members: readonly RemoteMembers[];
  groupFaults: readonly RemoteGroupFault[];
  /** Where the next page begins; null after the last one. */
  next: unknown;
  /**
   * In the last page: where change tracking continues in the next run; null: that run lists
   * everything.
   */
  position?: Record<string, unknown> | null;
}

/** An empty page, to extend. */
export const emptyPage: Omit<RemotePage, 'next'> = {
  users: [],
  removedUsers: [],
  groups: [],
  removedGroups: [],
  members: [],
  groupFaults: [],
};

export interface RemoteReader {
  /** True if all users and groups are listed, so that absent ones are gone. */
  isFull: boolean;
  /** Whether an interrupted run can continue from where it stopped. */
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

/** Like {@link present}; undefined if none has a value. */
export function presentAny(
  attributes: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const held = present(attributes);
  return Object.keys(held).length === 0 ? undefined : held;
}
