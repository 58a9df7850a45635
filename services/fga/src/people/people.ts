import { asyncCache } from '@platform/kit/cache';
import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';

/** A user, as directory returns it. */
export interface KnownUser {
  id: string;
  status: string;
  groupIds: readonly string[];
  /** Roles of the whole tenant. */
  tenantRoles: readonly string[];
  memberships: readonly { organizationId: string; state: string; roles: readonly string[] }[];
  /** JSON of the user's API representation. */
  userJson: string;
  /** JSON of the custom attributes that tokens may contain. */
  tokenAttributesJson: string;
}

/** Users, from directory. */
export interface People {
  /** At most 10 s old; undefined for an unknown user. Throws 503 while directory is unavailable. */
  find(tenantId: string, userId: string): Promise<KnownUser | undefined>;
  /**
   * Called when cached users are evicted: with the id of a tenant, or with `{tenantId} {userId}`.
   * For values that are derived from a user and must not outlive it.
   */
  onForgotten(hear: (name: string) => void): void;
}

type PersonName = [tenantId: string, userId: string];

/** Whether a user may be granted or use anything. */
export const isLiveUser = (person: KnownUser | undefined): person is KnownUser =>
  person !== undefined && !['suspended', 'deactivated', 'deleted'].includes(person.status);

/** Roles of the tenant, and those of the active membership in this organization. */
export const rolesIn = (person: KnownUser, organizationId: string | null | undefined): string[] => [
  ...person.tenantRoles,
  ...person.memberships
    .filter((m) => m.organizationId === organizationId && m.state === 'active')
    .flatMap((m) => m.roles),
];

/** Queries directory. Responses are cached for 10 s, and evicted when a user or a group changes. */
export function people({ peer, bus }: { peer: () => RpcPeer; bus: Pick<Bus, 'follow'> }): People {
  const keyOf = ([tenantId, userId]: PersonName): string => `${tenantId} ${userId}`;
  const known = asyncCache({
    async fetch([tenantId, userId]: PersonName): Promise<KnownUser | undefined> {
      const answer = await peer()
        .service('platform.directory.v1.Directory')
        .ResolveUser(
          { tenantId, userId, include: ['groups'] },
          { deadlineMs: 1_000, repeatable: true },
        );
      if (answer.outcome !== 'FOUND') return undefined;
      return {
        id: userId,
        status: answer.status,
        groupIds: answer.groupIds,
        tenantRoles: answer.tenantRoles,
        userJson: answer.userJson,
        tokenAttributesJson: answer.tokenAttributesJson,
        memberships: answer.memberships.map(({ organizationId, state, roles }) => ({
          organizationId,
          state,
          roles,
        })),
      };
    },
    keyOf,
    tagsOf: ([tenantId]) => [tenantId],
    ttlMs: (person) => (person ? 10_000 : 0),
    max: 20_000,
  });
  const listeners: ((name: string) => void)[] = [];
  function forget(name: string): void {
    known.invalidate(name);
    for (const hear of listeners) hear(name);
  }
  bus.follow(['user.*'], async ({ tenantId, event }) =>
    forget(keyOf([tenantId, event.subject.id])),
  );
  bus.follow(['directory.*', 'organization.*'], async ({ tenantId, event }) => {
    if (/^(directory\.group_|organization\.(member_|deleted$))/.test(event.type)) forget(tenantId);
  });
  return {
    find: async (...name) => known.get(name),
    onForgotten: (hear) => void listeners.push(hear),
  };
}
