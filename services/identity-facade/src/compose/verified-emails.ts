import type { RpcPeer } from '@platform/kit/grpc';
import type { Recipient } from '../security-notices/notice-job.ts';

/** Asks the directory for the recipient of mail to a user: their verified address and language. */
export const recipients =
  (directory: () => RpcPeer) =>
  async (tenantId: string, userId: string): Promise<Recipient | undefined> => {
    const { outcome, identifiers, userJson } = await directory()
      .service('platform.directory.v1.Directory')
      .ResolveUser({ tenantId, userId }, { deadlineMs: 2_000, repeatable: true });
    if (outcome !== 'FOUND') return undefined;
    const email = identifiers.find(({ kind, verified }) => kind === 'email' && verified)?.value;
    const { locale } = JSON.parse(userJson || '{}') as { locale?: string | null };
    return email === undefined ? undefined : { email, locale: locale ?? undefined };
  };

/** Asks the directory for the verified address of a user. */
export const verifiedEmails = (directory: () => RpcPeer) => {
  const recipientOf = recipients(directory);
  return async (tenantId: string, userId: string): Promise<string | undefined> =>
    (await recipientOf(tenantId, userId))?.email;
};
