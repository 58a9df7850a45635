import type { SealedColumn } from '@platform/kit/upkeep';
import type { SealContext, SecretBox } from '@platform/kit/secrets';

/** The secrets of a connector. */
export interface ConnectorSecrets {
  clientSecret?: string;
  /** PKCS#8 PEM, for Apple. */
  privateKey?: string;
}

const contextOf = (tenantId: string, provider = ''): SealContext => ({
  tenantId,
  field: `social_connectors/${provider}/secrets`,
});

/** The column to reseal. */
export const connectorSealedColumn: SealedColumn = {
  table: 'social_connectors',
  column: 'secrets',
  key: ['provider'],
  contextOf,
};

/** Seals and opens the secrets of connectors. */
export const connectorSeals = (secrets: Pick<SecretBox, 'seal' | 'open'>) => ({
  seal: (tenantId: string, provider: string, value: ConnectorSecrets): string | null =>
    value.clientSecret === undefined && value.privateKey === undefined
      ? null
      : secrets.seal(JSON.stringify(value), contextOf(tenantId, provider)),
  open: (tenantId: string, provider: string, sealed: string | null): ConnectorSecrets =>
    sealed === null
      ? {}
      : (JSON.parse(secrets.open(sealed, contextOf(tenantId, provider))) as ConnectorSecrets),
});

/** See {@link connectorSeals}. */
export type ConnectorSeals = ReturnType<typeof connectorSeals>;
