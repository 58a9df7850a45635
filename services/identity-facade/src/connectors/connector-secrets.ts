import type { SealedColumn } from '@platform/kit/upkeep';
import type { SealContext, SecretBox } from '@platform/kit/secrets';

/** What a connector must keep to itself. */
export interface ConnectorSecrets {
  clientSecret?: string;
  /** PKCS#8 PEM, of Apple. */
  privateKey?: string;
}

const contextOf = (tenantId: string, provider = ''): SealContext => ({
  tenantId,
  field: `social_connectors/${provider}/secrets`,
});

/** The column, for resealing. */
export const connectorSealedColumn: SealedColumn = {
  table: 'social_connectors',
  column: 'secrets',
  key: ['provider'],
  contextOf,
};

/** Seals and opens secrets of connectors. */
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
