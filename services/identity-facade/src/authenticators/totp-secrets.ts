import type { SealedColumn } from '@platform/kit/upkeep';
import type { SealContext, SecretBox } from '@platform/kit/secrets';

const contextOf = (tenantId: string, userId = '', id = ''): SealContext => ({
  tenantId,
  field: `authenticators/${userId}/${id}/totp_secret`,
});

/** The column to reseal. */
export const totpSealedColumn: SealedColumn = {
  table: 'authenticators',
  column: 'totp_secret',
  key: ['user_id', 'id'],
  contextOf,
};

type Place = { tenantId: string; userId: string; id: string };

/** Seals and opens the secrets of authenticator apps. */
export const totpSeals = (secrets: Pick<SecretBox, 'seal' | 'open'>) => ({
  seal: ({ tenantId, userId, id }: Place, secret: string): string =>
    secrets.seal(secret, contextOf(tenantId, userId, id)),
  open: ({ tenantId, userId, id }: Place, sealed: string): string =>
    secrets.open(sealed, contextOf(tenantId, userId, id)),
});

/** See {@link totpSeals}. */
export type TotpSeals = ReturnType<typeof totpSeals>;
