import type { TokenClaimsSettings } from '@platform/contracts';
import type { Database, Tx } from '@platform/kit/database';
import type { ExternalScope } from '@platform/kit/http';
import { exclusively } from '@platform/kit/leases';
import { newSecret } from '@platform/kit/webhook-signature';
import { sameSettings, claimsSecretContext, tokenClaimsResource } from './token-claims-resource.ts';
import {
  acknowledge,
  deleteTokenClaims,
  lockTokenClaims,
  putIntent,
} from './token-claims-store.ts';
import type { TokenClaimsRow } from './token-claims-store.ts';
import { registerWebhook } from './webhook-registration.ts';
import type { WebhookRegistrar } from './webhook-registration.ts';

/**
 * Synchronizes the hub with the wanted state: intent, call, acknowledgement. An incomplete change
 * leaves the row pending for the sweep.
 */
export interface Registrations extends WebhookRegistrar {
  db: Database;
}

/** A requested change. */
export interface RegistrationChange extends Pick<ExternalScope, 'transact' | 'commit'> {
  tenantId: string;
  clientId: string;
  /** Null: off. */
  settings: TokenClaimsSettings | null;
  ifMatch: (revision: number) => void;
}

const system = { type: 'system', id: 'fga' } as const;
const waitMs = 5_000;

/** Turns token claims of a client on or off, also at the hub. `present` creates the response. */
export async function changeRegistration<T>(
  registrations: Registrations,
  { tenantId, clientId, settings, ifMatch, transact, commit }: RegistrationChange,
  present: (row: TokenClaimsRow | undefined) => T,
): Promise<T> {
  const { db, clients } = registrations;
  await clients.require(tenantId, clientId);
  return exclusively(db, { name: leaseOf(tenantId, clientId), waitMs }, async () => {
    const intent = await transact(async (tx) => {
      ifMatch((await lockTokenClaims(tx, clientId))?.revision ?? 0);
      return intend(registrations, tx, clientId, settings);
    });
    const taken = await registerWebhook(registrations, tenantId, intent, transact);
    return commit(async (tx) => present(await putInForce(registrations, tx, taken)));
  });
}

/** Restores the acknowledged state at the hub, or registers the current URL. */
export function repairRegistration(
  registrations: Registrations,
  tenantId: string,
  clientId: string,
): Promise<void> {
  const { db, url } = registrations;
  const transact: ExternalScope['transact'] = (work) =>
    db.transact({ tenantId, actor: system }, work);
  return exclusively(db, { name: leaseOf(tenantId, clientId), waitMs: 0 }, async () => {
    const intent = await transact(async (tx) => {
      const row = await lockTokenClaims(tx, clientId);
      if (!row) return undefined;
      const isUnfinished = row.pendingSince !== null || (row.url !== null && row.url !== url);
      return isUnfinished ? intend(registrations, tx, clientId, row.acknowledged) : undefined;
    });
    if (!intent) return;
    const taken = await registerWebhook(registrations, tenantId, intent, transact);
    await transact((tx) => putInForce(registrations, tx, taken));
  });
}

/** Removes the registration of a deleted client. */
export async function removeRegistration(
  { url }: Registrations,
  tx: Tx,
  clientId: string,
): Promise<void> {
  const row = await deleteTokenClaims(tx, clientId);
  if (!row?.acknowledged) return;
  const off = { ...row, acknowledged: null, pendingSince: null, enabledAt: null };
  await publishTokenClaims(tx, off, url);
}

const leaseOf = (tenantId: string, clientId: string): string =>
  `token-claims ${tenantId} ${clientId}`;

const intend = (
  { secrets }: Registrations,
  tx: Tx,
  clientId: string,
  settings: TokenClaimsSettings | null,
): Promise<TokenClaimsRow> =>
  putIntent(
    tx,
    clientId,
    settings,
    settings === null
      ? null
      : secrets.seal(newSecret(), claimsSecretContext(tx.context.tenantId, clientId)),
  );

/**
 * Puts into force what the hub has accepted. An intent that a later one has replaced changes
 * nothing.
 */
async function putInForce(
  { url }: Registrations,
  tx: Tx,
  { clientId, version }: TokenClaimsRow,
): Promise<TokenClaimsRow | undefined> {
  const before = await lockTokenClaims(tx, clientId);
  if (!before || before.version !== version) return before;
  const isChange = !sameSettings(before.acknowledged, before.desired);
  const after = (await acknowledge(tx, clientId, {
    version,
    url: before.desired ? url : null,
    isChange,
  }))!;
  if (isChange) await publishTokenClaims(tx, after, url);
  return after;
}

const publishTokenClaims = (tx: Tx, row: TokenClaimsRow, url: string) =>
  tx.publish({
    type: row.acknowledged ? 'token_claims.enabled' : 'token_claims.disabled',
    subject: { type: 'client', id: row.clientId },
    data: { tokenClaims: tokenClaimsResource(row.clientId, row, url) },
  });
