import type { SocialConnectorResource, socialConnectorOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { changedPointers, partsOf, patchedParts } from './connector-changes.ts';
import type { ConnectorParts } from './connector-changes.ts';
import type { Discover, Discovered } from './connector-discovery.ts';
import { connectorIssuerOf } from './connector-discovery.ts';
import { connectorResource, last4Of } from './connector-record.ts';
import type { ConnectorRecord } from './connector-record.ts';
import { requireConnectorRoom, requireUsable } from './connector-rules.ts';
import type { ConnectorSeals } from './connector-secrets.ts';
import {
  countConnectorsLocked,
  deleteConnector,
  findConnector,
  insertConnector,
  listConnectors,
  lockConnector,
  updateConnector,
} from './connector-store.ts';

export interface ConnectorOptions {
  seals: ConnectorSeals;
  discover: Discover;
  /** Origins of the tenant's pages: `https://{slug}…`, and its login domains. */
  pageOrigins: (tx: Tx) => Promise<string[]>;
  /** @throws 409 `invalid_state` if a login flow in use has no other first factor */
  requireUnused: (tx: Tx, provider: string) => Promise<void>;
  clock: () => number;
}

const alreadyExists = (provider: string) =>
  problem('already_exists', { detail: `The tenant already has a connector for "${provider}"` });

async function existing(
  tx: Tx,
  provider: string,
  find: typeof findConnector,
): Promise<ConnectorRecord> {
  const connector = await find(tx, provider);
  if (!connector) throw problem('not_found', { detail: 'The social connector was not found' });
  return connector;
}

const told = (type: 'created' | 'updated' | 'deleted') =>
  `login_experience.connector_${type}` as const;

async function publish(
  tx: Tx,
  type: 'created' | 'updated' | 'deleted',
  connector: SocialConnectorResource,
  changed?: string[],
): Promise<void> {
  await tx.publish({
    type: told(type),
    subject: { type: 'connector', id: connector.provider },
    data: { connector: { ...connector }, changed },
  });
}

const readers = ({
  pageOrigins,
}: ConnectorOptions): Pick<
  Handlers<typeof socialConnectorOperations>,
  'loginExperienceListConnectors' | 'loginExperienceGetConnector'
> => ({
  async loginExperienceListConnectors({ tx }) {
    const origins = await pageOrigins(tx);
    const connectors = await listConnectors(tx);
    return {
      data: connectors.map((each) => connectorResource(each, origins)),
      nextCursor: null,
      hasMore: false,
    };
  },

  async loginExperienceGetConnector({ tx, params }) {
    const connector = await existing(tx, params.provider, findConnector);
    const resource = connectorResource(connector, await pageOrigins(tx));
    return answer(resource, { version: connector.version });
  },
});

/** The row of a new connector. */
function newConnector(
  { tenantId, provider }: { tenantId: string; provider: string },
  { settings, secrets }: ConnectorParts,
  { discovery, health }: Discovered,
  { seals, clock }: ConnectorOptions,
): ConnectorRecord {
  const now = new Date(clock());
  const sealed = seals.seal(tenantId, provider, secrets);
  return {
    provider,
    settings,
    secrets: sealed,
    secretLast4: last4Of(secrets.clientSecret),
    secretUpdatedAt: sealed === null ? null : now,
    discovery,
    health,
    lastUsedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** The row after a patch; resealed only if a secret changes. */
function changedConnector(
  tenantId: string,
  before: ConnectorRecord,
  { parts, changed, found }: { parts: ConnectorParts; changed: string[]; found?: Discovered },
  { seals, clock }: ConnectorOptions,
): ConnectorRecord {
  const now = new Date(clock());
  const isResealed = changed.some(
    (name) => name === '/clientSecret' || name.endsWith('/privateKey'),
  );
  const sealing = isResealed && {
    secrets: seals.seal(tenantId, before.provider, parts.secrets),
    secretLast4: last4Of(parts.secrets.clientSecret),
    secretUpdatedAt: now,
  };
  return {
    ...before,
    settings: parts.settings,
    ...sealing,
    ...found,
    version: before.version + 1,
    updatedAt: now,
  };
}

const creation = (
  options: ConnectorOptions,
): Pick<Handlers<typeof socialConnectorOperations>, 'loginExperienceCreateConnector'> => ({
  async loginExperienceCreateConnector({ principal, params, body, read, commit }) {
    const { provider } = params;
    const { tenantId } = principal;
    const parts = partsOf(body);
    requireUsable(provider, parts.settings, parts.secrets);
    if (await read((tx) => findConnector(tx, provider))) throw alreadyExists(provider);
    const found = await options.discover(tenantId, provider, parts.settings);
    return commit(async (tx) => {
      requireConnectorRoom(await countConnectorsLocked(tx));
      if (await findConnector(tx, provider)) throw alreadyExists(provider);
      const connector = newConnector({ tenantId, provider }, parts, found, options);
      await insertConnector(tx, connector);
      const resource = connectorResource(connector, await options.pageOrigins(tx));
      await publish(tx, 'created', resource);
      return answer(resource, { version: connector.version });
    });
  },
});

const changes = (
  options: ConnectorOptions,
): Pick<
  Handlers<typeof socialConnectorOperations>,
  'loginExperiencePatchConnector' | 'loginExperienceDeleteConnector'
> => ({
  async loginExperiencePatchConnector(context) {
    const { principal, params, body, ifMatch, audit, read, commit } = context;
    const { tenantId } = principal;
    const { provider } = params;
    const partsIn = ({ settings, secrets }: ConnectorRecord): ConnectorParts => ({
      settings,
      secrets: options.seals.open(tenantId, provider, secrets),
    });
    const seen = await read((tx) => existing(tx, provider, findConnector));
    ifMatch(seen.version);
    const planned = patchedParts(partsIn(seen), body);
    requireUsable(provider, planned.settings, planned.secrets);
    const issuer = connectorIssuerOf(provider, planned.settings);
    const found =
      seen.health !== 'ok' || issuer !== connectorIssuerOf(provider, seen.settings)
        ? await options.discover(tenantId, provider, planned.settings)
        : undefined;
    return commit(async (tx) => {
      const before = await existing(tx, provider, lockConnector);
      ifMatch(before.version);
      const parts = patchedParts(partsIn(before), body);
      requireUsable(provider, parts.settings, parts.secrets);
      const changed = changedPointers(partsIn(before), parts);
      const after =
        changed.length > 0
          ? changedConnector(tenantId, before, { parts, changed, found }, options)
          : before;
      const resource = connectorResource(after, await options.pageOrigins(tx));
      if (changed.length > 0) {
        await updateConnector(tx, after);
        await publish(tx, 'updated', resource, changed);
        audit({ changed });
      }
      return answer(resource, { version: after.version });
    });
  },

  async loginExperienceDeleteConnector({ tx, params, ifMatch }) {
    const { provider } = params;
    const connector = await existing(tx, provider, lockConnector);
    ifMatch(connector.version);
    await options.requireUnused(tx, provider);
    await deleteConnector(tx, provider);
    await publish(tx, 'deleted', connectorResource(connector, await options.pageOrigins(tx)));
    return { id: provider, deleted: true as const };
  },
});

export const connectorHandlers = (
  options: ConnectorOptions,
): Handlers<typeof socialConnectorOperations> => ({
  ...readers(options),
  ...creation(options),
  ...changes(options),
});
