import { asyncCache } from '@platform/kit/cache';
import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';

/** What directory says of a user. */
export interface KnownUser {
  id: string;
  status: string;
  groupIds: readonly string[];
  /** Roles of the whole tenant. */
  tenantRoles: readonly string[];
  memberships: readonly { organizationId: string; state: string; roles: readonly string[] }[];
  /** The user as the API shows it, JSON. */
  userJson: string;
  /** Custom attributes that tokens may show, JSON. */
  tokenAttributesJson: string;
}

/** Users, as directory knows them. */
export interface People {
  /** 10 s old at most; undefined for nobody. Throws 503 while directory is away. */
  find(tenantId: string, userId: string): Promise<KnownUser | undefined>;
  /**
   * Told when what is known is forgotten: of a tenant by its id, of a person by `{tenantId} {userId}`. For what was made of
   * it, which would outlive it where it forgets by itself, and too soon.
   */
  onForgotten(hear: (name: string) => void): void;
}

type PersonName = [tenantId: string, userId: string];

/** May this person hold or use anything? */
export const isLiveUser = (person: KnownUser | undefined): person is KnownUser =>
  person !== undefined && !['suspended', 'deactivated', 'deleted'].includes(person.status);

/** Roles of the tenant, and those of the active membership in this organization. */
export const rolesIn = (person: KnownUser, organizationId: string | null | undefined): string[] => [
  ...person.tenantRoles,
  ...person.memberships
    .filter((m) => m.organizationId === organizationId && m.state === 'active')
    .flatMap((m) => m.roles),
];

/** Asks directory; answers are kept 10 s, and dropped when a user or a group changes. */
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
