import { connectionIssuer } from '@platform/contracts';
import { emailKey } from '@platform/kit/formats';
import type { RpcPeer } from '@platform/kit/grpc';
import type { SocialIdentity } from './social-identity.ts';

/** Users whom the directory finds by an upstream identity or a verified address. */
export interface KnownUsers {
  /** The user with this identity, created by an earlier sign-in with it. */
  ownerId?: string;
  /** The user with the address that the provider sent. */
  holder?: { userId: string; hasProvenAddress: boolean };
}

const call = { deadlineMs: 2_000, repeatable: true } as const;

/** Whether the user has proven the address: a primary address finds its user even before. */
const provesAddress = (
  identifiers: readonly { kind: string; value: string; verified: boolean }[],
  email: string,
): boolean =>
  identifiers.some(
    ({ kind, value, verified }) =>
      kind === 'email' && verified && emailKey(value) === emailKey(email),
  );

/** Asks the directory for users who may own an upstream identity. */
export const knownUsers =
  (directory: () => RpcPeer) =>
  async (
    tenantId: string,
    { provider, issuer, subject, email }: SocialIdentity,
  ): Promise<KnownUsers> => {
    const { ResolveUser } = directory().service('platform.directory.v1.Directory');
    async function found(by: Parameters<typeof ResolveUser>[0]) {
      const { outcome, userJson, identifiers } = await ResolveUser(by, call);
      if (outcome !== 'FOUND') return undefined;
      return { userId: (JSON.parse(userJson) as { id: string }).id, identifiers };
    }
    const identity = { issuer: connectionIssuer(issuer, provider), subject };
    const owner = await found({ tenantId, identity });
    if (owner || email === '') return { ownerId: owner?.userId };
    const holder = await found({ tenantId, email });
    if (!holder) return {};
    const { userId, identifiers } = holder;
    return { holder: { userId, hasProvenAddress: provesAddress(identifiers, email) } };
  };

/** See {@link knownUsers}. */
export type FindKnownUsers = ReturnType<typeof knownUsers>;
