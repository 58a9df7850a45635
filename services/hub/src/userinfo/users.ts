import type { UserResource } from '@platform/contracts';
import type { RpcPeer } from '@platform/kit/grpc';
import type { ResolveUserResponse__Output } from '@platform/protos';
import { engineRefusal } from '../oauth-errors/oauth-error.ts';

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

/** Finds the state of a user alone, which costs the directory a fraction. @throws as {@link FindUser} */
export type FindUserState = (
  tenantId: string,
  userId: string,
) => Promise<TokenUserState | undefined>;

const parsed = (json: string): Record<string, unknown> =>
  json === '' ? {} : (JSON.parse(json) as Record<string, unknown>);

const stateOf = ({ status, memberships }: ResolveUserResponse__Output): TokenUserState => ({
  isActive: status === 'active',
  organizationIds: new Set(
    memberships.filter((m) => m.state === 'active').map((m) => m.organizationId),
  ),
});

/** Asks the directory. Nothing is kept: a suspension must hold at the next token. */
export function directoryUsers(
  directory: () => RpcPeer,
  deadlineMs: number,
): { findUser: FindUser; findUserState: FindUserState } {
  const resolve = async (tenantId: string, userId: string, stateOnly: boolean) => {
    const answer = await directory()
      .service('platform.directory.v1.Directory')
      .ResolveUser({ tenantId, userId, include: [], stateOnly }, { deadlineMs, repeatable: true })
      .catch((cause: unknown) => {
        throw Object.assign(
          engineRefusal(
            503,
            'temporarily_unavailable',
            'the user cannot be looked up at the moment',
          ),
          { cause },
        );
      });
    return answer.outcome === 'FOUND' ? answer : undefined;
  };
  return {
    async findUser(tenantId, userId) {
      const answer = await resolve(tenantId, userId, false);
      return (
        answer && {
          id: userId,
          ...stateOf(answer),
          profile: parsed(answer.userJson),
          attributes: parsed(answer.tokenAttributesJson),
        }
      );
    },
    async findUserState(tenantId, userId) {
      const answer = await resolve(tenantId, userId, true);
      return answer && stateOf(answer);
    },
  };
}
