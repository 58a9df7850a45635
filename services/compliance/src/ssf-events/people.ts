import type { RpcPeer } from '@platform/kit/grpc';

/** The directory's data about a person that matters to receivers. */
export interface PersonFacts {
  email: string | undefined;
  organizationIds: readonly string[];
}

const nothing: PersonFacts = { email: undefined, organizationIds: [] };

const emailIn = (userJson: string): string | undefined => {
  const { email } = JSON.parse(userJson || '{}') as { email?: unknown };
  return typeof email === 'string' ? email : undefined;
};

/** Finds users by id or address. @throws 503 while the directory is unavailable */
export const userIdsOf =
  (directory: () => RpcPeer) =>
  async (
    tenantId: string,
    query: { userId: string } | { email: string },
  ): Promise<string | undefined> => {
    const { outcome, userJson } = await directory()
      .service('platform.directory.v1.Directory')
      .ResolveUser({ tenantId, ...query }, { deadlineMs: 2_000, repeatable: true });
    if (outcome !== 'FOUND') return undefined;
    const { id } = JSON.parse(userJson) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  };

/** Looks people up in the directory. @throws 503 while it is unavailable; the event is retried */
export const peopleOf =
  (directory: () => RpcPeer) =>
  async (tenantId: string, userId: string): Promise<PersonFacts> => {
    const { outcome, userJson, memberships } = await directory()
      .service('platform.directory.v1.Directory')
      .ResolveUser({ tenantId, userId }, { deadlineMs: 2_000, repeatable: true });
    if (outcome !== 'FOUND') return nothing;
    return {
      email: emailIn(userJson),
      organizationIds: memberships
        .filter(({ state }) => state === 'active')
        .map(({ organizationId }) => organizationId),
    };
  };

export type FindPerson = ReturnType<typeof peopleOf>;
