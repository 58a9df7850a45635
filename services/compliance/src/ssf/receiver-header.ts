import type { SealedColumn } from '@platform/kit/upkeep';
import type { SecretBox } from '@platform/kit/secrets';
import type { ReceiverRecord } from './receiver-store.ts';

const contextOf = (tenantId: string, id = '') => ({
  tenantId,
  field: `ssf_receivers/${id}/authorization_header`,
});

/** The sealed column of receivers' headers. */
export const sealedReceiverHeaders: SealedColumn = {
  table: 'ssf_receivers',
  column: 'authorization_header',
  key: ['id'],
  contextOf,
};

/** Seals the Authorization header of a receiver for its row; null without one. */
export const sealedHeader = (
  secrets: Pick<SecretBox, 'seal'>,
  { tenantId, id }: { tenantId: string; id: string },
  header: string | undefined,
): string | null => (header === undefined ? null : secrets.seal(header, contextOf(tenantId, id)));

/** Opens the header. @throws SecretFault if it cannot be decrypted */
export const openedHeader = (
  secrets: Pick<SecretBox, 'open'>,
  tenantId: string,
  { id, authorizationHeader }: Pick<ReceiverRecord, 'id' | 'authorizationHeader'>,
): string | undefined =>
  authorizationHeader === null
    ? undefined
    : secrets.open(authorizationHeader, contextOf(tenantId, id));
