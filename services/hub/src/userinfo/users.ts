import type { UserResource } from '@platform/contracts';
import type { RpcPeer } from '@platform/kit/grpc';
import { engineRefusal } from '../oauth-errors/oauth-error.ts';

/** A user, as far as tokens concern. */
export interface TokenUser {
  id: string;
  isActive: boolean;
  profile: Partial<UserResource>;
  /** Custom attributes that tokens may show. */
  attributes: Record<string, unknown>;
  /** Organizations that the user is an active member of. */
  organizationIds: ReadonlySet<string>;
}

/** Finds a user of a tenant. @throws `temporarily_unavailable` while the directory is away */
export type FindUser = (tenantId: string, userId: string) => Promise<TokenUser | undefined>;

const parsed = (json: string): Record<string, unknown> =>
  json === '' ? {} : (JSON.parse(json) as Record<string, unknown>);

/** Asks the directory. Nothing is kept: a suspension must hold at the next token. */
export const directoryUsers =
  (directory: () => RpcPeer, deadlineMs: number): FindUser =>
  async (tenantId, userId) => {
    const answer = await directory()
      .service('platform.directory.v1.Directory')
      .ResolveUser({ tenantId, userId, include: [] }, { deadlineMs, repeatable: true })
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
    if (answer.outcome !== 'FOUND') return undefined;
    return {
      id: userId,
      isActive: answer.status === 'active',
      profile: parsed(answer.userJson),
      attributes: parsed(answer.tokenAttributesJson),
      organizationIds: new Set(
        answer.memberships.filter((m) => m.state === 'active').map((m) => m.organizationId),
      ),
    };
  };
