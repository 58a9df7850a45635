import type { SocialConnectorInput, SocialConnectorResource } from '@platform/contracts';
import { providerKind } from '@platform/contracts';
import type { RowOf } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { identityFacade } from '../generated/tables.ts';
import { connectorCatalog } from './connector-catalog.ts';
import type { Discovery } from './discovery-document.ts';

/** The settings of a connector, without its secrets; absent members have the provider's default. */
export type ConnectorSettings = Omit<SocialConnectorInput, 'clientSecret' | 'apple'> & {
  apple?: { teamId: string; keyId: string };
};

/** Rows of connectors; `secrets` is sealed. */
export const connectors = identityFacade
  .table('socialConnectors')
  .narrow<{ settings: ConnectorSettings; discovery: Discovery | null }>();

export type ConnectorRecord = RowOf<typeof connectors>;

const leastShownLength = 12;

/** The last four characters of a secret, if they reveal little of it. */
export const last4Of = (secret: string | undefined): string | null =>
  secret !== undefined && secret.length >= leastShownLength ? secret.slice(-4) : null;

/** Adds the provider's defaults from the catalog to the settings. */
export function withDefaults(
  provider: string,
  { scopes, attributeMapping, displayName, ...settings }: ConnectorSettings,
) {
  const kind = providerKind(provider) ?? 'oidc';
  const known = connectorCatalog[kind];
  return {
    ...settings,
    displayName: displayName ?? known.displayName,
    scopes: scopes ?? [...known.scopes],
    attributeMapping: attributeMapping ?? { ...known.mapping },
    microsoft: kind === 'microsoft' ? { tenant: 'common', ...settings.microsoft } : undefined,
  };
}

/** A connector in the API. */
export function connectorResource(
  record: ConnectorRecord,
  callbackOrigins: readonly string[],
): SocialConnectorResource {
  const { provider, settings, createdAt, updatedAt, secretUpdatedAt, lastUsedAt } = record;
  const kind = providerKind(provider) ?? 'oidc';
  return {
    id: provider,
    provider,
    ...withDefaults(provider, settings),
    hasClientSecret: record.secrets !== null && kind !== 'apple',
    clientSecretLast4: record.secretLast4 ?? undefined,
    hasPrivateKey: record.secrets !== null && kind === 'apple',
    callbackUrls: callbackOrigins.map((origin) => `${origin}/login/callback/${provider}`),
    emailVerifiedSource: connectorCatalog[kind].emailVerifiedSource,
    health: record.health,
    lastUsedAt: isoTime(lastUsedAt),
    secretUpdatedAt: isoTime(secretUpdatedAt),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
