import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';
import { LRUCache } from 'lru-cache';

/** Organizations, as directory tells them of their members. */
export interface Organizations {
  /** JSON as the API shows it, 10 s old at most; `{}` for one that the user is no active member of. Throws 503 while directory is away. */
  jsonFor(tenantId: string, organizationId: string, memberId: string): Promise<string>;
}

/** Asks directory; answers are kept 10 s, and dropped when the organization or the member changes. */
export function organizations({ peer, bus }: { peer: () => RpcPeer; bus: Pick<Bus, 'follow'> }): Organizations {
  const known = new LRUCache<string, string>({ max: 10_000, ttl: 10_000 });
  bus.follow(['organization.*'], async ({ tenantId, event }) => {
    const of = event.organizationId ?? event.subject.id;
    for (const key of known.keys()) if (key.startsWith(`${tenantId} ${of} `)) known.delete(key);
  });

  return {
    async jsonFor(tenantId, organizationId, memberId) {
      const key = `${tenantId} ${organizationId} ${memberId}`;
      const present = known.get(key);
      if (present !== undefined) return present;
      const { organizationJson } = await peer().service('platform.directory.v1.Directory').ResolveUser(
        { tenantId, userId: memberId, organizationId, include: ['organization'] }, { deadlineMs: 1_000, repeatable: true });
      known.set(key, organizationJson || '{}');
      return organizationJson || '{}';
    },
  };
}
