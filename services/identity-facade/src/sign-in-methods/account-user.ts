import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

/** The part of a user that sign-in methods depend on. */
export interface AccountUser {
  /** Under which passkeys and apps list the account. */
  identifier: string;
  /** Names and addresses, which are not accepted as a password. */
  names: string[];
  hasVerifiedEmail: boolean;
}

/** Finds a user in the directory. @throws 404 */
export type AccountUserOf = (tenantId: string, userId: string) => Promise<AccountUser>;

const nameMembers = [
  'email',
  'username',
  'displayName',
  'givenName',
  'familyName',
  'nickname',
] as const;

const call = { deadlineMs: 2_000, repeatable: true } as const;

/** See {@link AccountUserOf}. */
export const accountUsers =
  (directory: () => RpcPeer): AccountUserOf =>
  async (tenantId, userId) => {
    const { outcome, userJson, identifiers } = await directory()
      .service('platform.directory.v1.Directory')
      .ResolveUser({ tenantId, userId }, call);
    if (outcome !== 'FOUND') throw problem('not_found');
    const profile = JSON.parse(userJson || '{}') as Record<string, unknown>;
    const names = nameMembers.map((member) => profile[member]);
    const known = [...names, ...identifiers.map(({ value }) => value)];
    return {
      identifier: String(profile['email'] ?? profile['username'] ?? userId),
      names: [
        ...new Set(known.filter((name): name is string => typeof name === 'string' && name !== '')),
      ],
      hasVerifiedEmail: identifiers.some(({ kind, verified }) => kind === 'email' && verified),
    };
  };
