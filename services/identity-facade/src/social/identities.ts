import type { Tx } from '@platform/kit/database';
import { deleteIdentitiesOf, listIdentities } from './identity-store.ts';

/** The identities that a person has at providers. */
export const describeIdentities = async (tx: Tx, userId: string) =>
  (await listIdentities(tx, userId)).map(({ provider, issuer, subject, email, linkedAt }) => ({
    provider,
    issuer,
    subject,
    email: email ?? '',
    linkedAt: linkedAt.toISOString(),
  }));

/** Removes the identities of a person; how many there were. */
export const removeIdentitiesOf = (tx: Tx, userId: string): Promise<number> =>
  deleteIdentitiesOf(tx, userId);
