import type { UserResource } from '@platform/contracts';
import { batched } from '@platform/kit/cache';
import type { RpcPeer } from '@platform/kit/grpc';
import type { ResolveUserResponse__Output } from '@platform/protos';
import { oauthRefusal } from '../oauth-errors/oauth-error.ts';

/** Whether a user may be issued tokens. */
export interface TokenUserState {
  isActive: boolean;
  /** Organizations that the user is an active member of. */
  organizationIds: ReadonlySet<string>;
}

/** A user, as far as tokens concern. */
export interface TokenUser extends TokenUserState {
  id: string;
  profile: Partial<UserResource>;
  /** Custom attributes that tokens may show. */
  attributes: Record<string, unknown>;
}

/** Finds a user of a tenant. @throws `temporarily_unavailable` while the directory is away */
export type FindUser = (tenantId: string, userId: string) => Promise<TokenUser | undefined>;

/**
 * Finds the state of a user alone, which costs the directory a fraction. Users of a tenant that are asked about at the same time
 * are looked up together. @throws as {@link FindUser}
 */
export type FindUserState = (
  tenantId: string,
  userId: string,
) => Promise<TokenUserState | undefined>;

const parsed = (json: string): Record<string, unknown> =>
  json === '' ? {} : (JSON.parse(json) as Record<string, unknown>);

/** The organizations that a user is an active member of. */
export const activeOrganizations = ({
  memberships,
}: Pick<ResolveUserResponse__Output, 'memberships'>): string[] =>
  memberships.filter(({ state }) => state === 'active').map((one) => one.organizationId);

const stateOf = (user: ResolveUserResponse__Output): TokenUserState => ({
  isActive: user.status === 'active',
  organizationIds: new Set(activeOrganizations(user)),
});

function unavailable(cause: unknown): never {
  throw Object.assign(
    oauthRefusal(503, 'temporarily_unavailable', 'the user cannot be looked up at the moment'),
    { cause },
  );
}

/** A user's id, in a tenant. */
interface UserName {
  tenantId: string;
  userId: string;
}

/** Asks the directory. Nothing is kept: a suspension must hold at the next token. */
export function directoryUsers(
  directory: () => RpcPeer,
  deadlineMs: number,
): { findUser: FindUser; findUserState: FindUserState } {
  const service = () => directory().service('platform.directory.v1.Directory');
  const options = { deadlineMs, repeatable: true };

  async function resolve(
    tenantId: string,
    userId: string,
  ): Promise<ResolveUserResponse__Output | undefined> {
    const answer = await service().ResolveUser({ tenantId, userId, include: [] }, options);
    return answer.outcome === 'FOUND' ? answer : undefined;
  }

  async function listStates(
    tenantId: string,
    userIds: string[],
  ): Promise<(TokenUserState | undefined)[]> {
    const { users } = await service().ListUserStates({ tenantId, userIds }, options);
    const states = new Map(
      users.map(({ userId, status, organizationIds }) => [
        userId,
        { isActive: status === 'active', organizationIds: new Set(organizationIds) },
      ]),
    );
    return userIds.map((userId) => states.get(userId));
  }

  const askForState = batched({
    async work(asked: readonly UserName[]) {
      const { tenantId } = asked[0]!;
      const userIds = asked.map(({ userId }) => userId);
      return listStates(tenantId, userIds);
    },
    nameOf: ({ tenantId }) => tenantId,
    intervalMs: 10,
  });

  return {
    async findUser(tenantId, userId) {
      const answer = await resolve(tenantId, userId).catch(unavailable);
      return (
        answer && {
          id: userId,
          ...stateOf(answer),
          profile: parsed(answer.userJson),
          attributes: parsed(answer.tokenAttributesJson),
        }
      );
    },
    findUserState: (tenantId, userId) => askForState({ tenantId, userId }).catch(unavailable),
  };
}
