import { connectionIssuer } from '@platform/contracts';
import type { RpcPeer } from '@platform/kit/grpc';
import type { SocialIdentity } from './social-identity.ts';

/** Whom the directory knows by an upstream identity or a verified address. */
export interface KnownUsers {
  /** Has the identity: the user was created by an earlier sign-in with it. */
  ownerId?: string;
  /** Has proven the address that the provider tells. */
  addressOwnerId?: string;
}

const call = { deadlineMs: 2_000, repeatable: true } as const;

/** Asks the directory who may be behind an upstream identity. */
export const knownUsers =
  (directory: () => RpcPeer) =>
  async (
    tenantId: string,
    { provider, issuer, subject, email }: SocialIdentity,
  ): Promise<KnownUsers> => {
    const { ResolveUser } = directory().service('platform.directory.v1.Directory');
    const userIdOf = async (by: Parameters<typeof ResolveUser>[0]): Promise<string | undefined> => {
      const { outcome, userJson } = await ResolveUser(by, call);
      return outcome === 'FOUND' ? (JSON.parse(userJson) as { id: string }).id : undefined;
    };
    const identity = { issuer: connectionIssuer(issuer, provider), subject };
    const ownerId = await userIdOf({ tenantId, identity });
    if (ownerId !== undefined || email === '') return { ownerId };
    return { addressOwnerId: await userIdOf({ tenantId, email }) };
  };

/** See {@link knownUsers}. */
export type FindKnownUsers = ReturnType<typeof knownUsers>;
