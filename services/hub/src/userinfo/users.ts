import type { UserResource } from '@platform/contracts';
import { batched } from '@platform/kit/cache';
import type { RpcPeer } from '@platform/kit/grpc';
import type { ResolveUserResponse__Output } from '@platform/protos';
import { oauthRefusal } from '../oauth-errors/oauth-error.ts';

/** The part of a user that decides whether tokens can be issued. */
export interface TokenUserState {
  isActive: boolean;
  /** The organizations of which the user is an active member. */
  organizationIds: ReadonlySet<string>;
}

/** The part of a user that tokens and UserInfo need. */
export interface TokenUser extends TokenUserState {
  id: string;
  profile: Partial<UserResource>;
  /** The custom attributes that tokens can contain. */
  attributes: Record<string, unknown>;
}

/** Finds a user of a tenant. @throws `temporarily_unavailable` if the directory is unavailable */
export type FindUser = (tenantId: string, userId: string) => Promise<TokenUser | undefined>;

/**
 * Finds only the state of a user, which is much cheaper for the directory. Concurrent requests for users of one tenant share a call.
 * @throws like {@link FindUser}
 */
export type FindUserState = (
  tenantId: string,
  userId: string,
) => Promise<TokenUserState | undefined>;

const parsed = (json: string): Record<string, unknown> =>
  json === '' ? {} : (JSON.parse(json) as Record<string, unknown>);

/** Returns the organizations of which a user is an active member. */
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

/** The key of a user. */
interface UserName {
  tenantId: string;
  userId: string;
}

/** Reads users from the directory. Results are not cached, because a suspension must apply to the next token. */
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
