import { asyncCache } from '@platform/kit/cache';
import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';

/** Organizations of active members, from directory. */
export interface Organizations {
  /**
   * JSON of the API representation, at most 10 s old; `{}` if the user is not an active member.
   * Throws 503 while directory is unavailable.
   */
  jsonFor(tenantId: string, organizationId: string, memberId: string): Promise<string>;
}

interface Question {
  tenantId: string;
  organizationId: string;
  memberId: string;
}

/**
 * Queries directory. Responses are cached for 10 s, and evicted when the organization or its
 * members change.
 */
export function organizations({
  peer,
  bus,
}: {
  peer: () => RpcPeer;
  bus: Pick<Bus, 'follow'>;
}): Organizations {
  const nameOf = (tenantId: string, organizationId: string): string =>
    `${tenantId} ${organizationId}`;
  const known = asyncCache({
    async fetch({ tenantId, organizationId, memberId }: Question): Promise<string> {
      const { organizationJson } = await peer()
        .service('platform.directory.v1.Directory')
        .ResolveUser(
          { tenantId, userId: memberId, organizationId, include: ['organization'] },
          { deadlineMs: 1_000, repeatable: true },
        );
      return organizationJson || '{}';
    },
    keyOf: ({ tenantId, organizationId, memberId }) =>
      `${nameOf(tenantId, organizationId)} ${memberId}`,
    tagsOf: ({ tenantId, organizationId }) => [nameOf(tenantId, organizationId)],
    ttlMs: 10_000,
  });
  bus.follow(['organization.*'], async ({ tenantId, event }) =>
    known.invalidate(nameOf(tenantId, event.organizationId ?? event.subject.id)),
  );
  return {
    jsonFor: async (tenantId, organizationId, memberId) =>
      known.get({ tenantId, organizationId, memberId }),
  };
}
