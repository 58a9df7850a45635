import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';
import { LRUCache } from 'lru-cache';

/** What directory says of a user. */
export interface Person {
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
  find(tenantId: string, userId: string): Promise<Person | undefined>;
}

const cacheMs = 10_000;

/** May this person hold or use anything? */
export const isLive = (person: Person | undefined): person is Person => person !== undefined && !['suspended', 'deactivated', 'deleted'].includes(person.status);

/** Roles of the tenant, and those of the active membership in this organization. */
export const rolesIn = (person: Person, organizationId: string | null | undefined): string[] => [
  ...person.tenantRoles, ...person.memberships.filter((m) => m.organizationId === organizationId && m.state === 'active').flatMap((m) => m.roles),
];

/** Asks directory; answers are kept 10 s, and dropped when a user or a group changes. */
export function people({ peer, bus }: { peer: () => RpcPeer; bus: Pick<Bus, 'follow'> }): People {
  const known = new LRUCache<string, Person>({ max: 20_000, ttl: cacheMs });
  const keyOf = (tenantId: string, userId: string): string => `${tenantId} ${userId}`;
  bus.follow(['user.*'], ({ tenantId, event }) => Promise.resolve(void known.delete(keyOf(tenantId, event.subject.id))));
  bus.follow(['directory.*', 'organization.*'], async ({ tenantId, event }) => {
    if (!/^(directory\.group_|organization\.(member_|deleted$))/.test(event.type)) return;
    for (const key of known.keys()) if (key.startsWith(`${tenantId} `)) known.delete(key);
  });

  return {
    async find(tenantId, userId) {
      const key = keyOf(tenantId, userId);
      const present = known.get(key);
      if (present) return present;
      const answer = await peer().service('platform.directory.v1.Directory').ResolveUser({ tenantId, userId, include: ['groups'] }, { deadlineMs: 1_000, repeatable: true });
      if (answer.outcome !== 'FOUND') return undefined;
      const person: Person = {
        id: userId, status: answer.status, groupIds: answer.groupIds, tenantRoles: answer.tenantRoles, userJson: answer.userJson, tokenAttributesJson: answer.tokenAttributesJson,
        memberships: answer.memberships.map(({ organizationId, state, roles }) => ({ organizationId, state, roles })),
      };
      known.set(key, person);
      return person;
    },
  };
}
