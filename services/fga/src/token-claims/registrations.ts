import { createHash } from 'node:crypto';
import type { TokenClaimsSettings } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import type { Database, Tx } from '@platform/kit/database';
import type { ExternalScope } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { newSecret } from '@platform/kit/webhook-signature';
import type { KnownClients } from '@platform/kit/siblings';
import type { HubAnswer, HubWebhooks } from './hub-webhooks.ts';
import { sameSettings, claimsSecretContext, tokenClaimsResource } from './token-claims-resource.ts';
import {
  acknowledge,
  deleteTokenClaims,
  deleteUnacknowledged,
  findTokenClaims,
  lockTokenClaims,
  putIntent,
  raiseClaimsVersion,
} from './token-claims-store.ts';
import type { TokenClaimsRow } from './token-claims-store.ts';

/** What {@link registrations} needs. */
export interface RegistrationOptions {
  db: Database;
  bus: Pick<Bus, 'leases'>;
  secrets: SecretBox;
  hub: Pick<HubWebhooks, 'put' | 'clear'>;
  clients: KnownClients;
  /** Where the hub is to call. */
  url: string;
}

/** A change that a request asks for. */
export interface RegistrationChange extends Pick<ExternalScope, 'transact' | 'commit'> {
  tenantId: string;
  clientId: string;
  /** Null: off. */
  settings: TokenClaimsSettings | null;
  ifMatch: (revision: number) => void;
}

const system = { type: 'system', id: 'fga' } as const;
const waitMs = 5_000;

/** Keeps the hub in step with what is wanted: intent, call, acknowledgement. A half-done change leaves the row pending for the sweep. */
export function registrations({ db, bus, secrets, hub, clients, url }: RegistrationOptions) {
  const jobOf = (tenantId: string, clientId: string): string =>
    `token-claims.${createHash('sha256').update(`${tenantId} ${clientId}`).digest('hex')}`;

  const intend = (
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

  function tellOnce(
    tenantId: string,
    { clientId, desired, secretSealed, version }: TokenClaimsRow,
  ): Promise<HubAnswer> {
    if (desired === null) return hub.clear(tenantId, clientId, version);
    return hub.put(tenantId, clientId, {
      url,
      secret: secrets.open(secretSealed as string, claimsSecretContext(tenantId, clientId)),
      settings: desired,
      version,
    });
  }

  /** Tells the hub. One that holds a higher version, as after a restored backup, is told again above it. */
  async function tell(
    tenantId: string,
    intent: TokenClaimsRow,
    transact: ExternalScope['transact'],
  ): Promise<TokenClaimsRow> {
    const answer = await tellOnce(tenantId, intent);
    if (answer.kind === 'taken') return intent;
    if (answer.kind === 'newer') {
      const raised = await transact((tx) =>
        raiseClaimsVersion(tx, intent.clientId, intent.version, answer.version + 1),
      );
      if (!raised || (await tellOnce(tenantId, raised)).kind === 'taken') return raised ?? intent;
      throw problem('upstream_failed', { detail: 'The authorization server has a newer version' });
    }
    clients.forget(tenantId, intent.clientId);
    if (await clients.find(tenantId, intent.clientId))
      throw problem('upstream_failed', {
        detail: 'The applications channel of the authorization server is disabled',
      });
    // What was in force goes with `client.deleted`, which tells of it.
    await transact((tx) => deleteUnacknowledged(tx, intent.clientId));
    throw problem('not_found');
  }

  /** What the hub has taken is in force. An intent that a later one has replaced changes nothing. */
  async function settle(
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
    if (isChange) {
      await tx.publish({
        type: after.acknowledged ? 'token_claims.enabled' : 'token_claims.disabled',
        subject: { type: 'client', id: clientId },
        data: { tokenClaims: tokenClaimsResource(clientId, after, url) },
      });
    }
    return after;
  }

  return {
    async change<T>(
      { tenantId, clientId, settings, ifMatch, transact, commit }: RegistrationChange,
      shown: (row: TokenClaimsRow | undefined) => T,
    ): Promise<T> {
      await clients.require(tenantId, clientId);
      return bus.leases.exclusively(jobOf(tenantId, clientId), waitMs, async () => {
        const intent = await transact(async (tx) => {
          ifMatch((await lockTokenClaims(tx, clientId))?.revision ?? 0);
          return intend(tx, clientId, settings);
        });
        const told = await tell(tenantId, intent, transact);
        return commit(async (tx) => shown(await settle(tx, told)));
      });
    },

    /** Brings the hub back to the acknowledged state, or to the URL of now. */
    repair: (tenantId: string, clientId: string): Promise<void> =>
      bus.leases.exclusively(jobOf(tenantId, clientId), 0, async () => {
        const transact: ExternalScope['transact'] = (work) =>
          db.transact({ tenantId, actor: system }, work);
        const intent = await transact(async (tx) => {
          const row = await lockTokenClaims(tx, clientId);
          const isUnsettled =
            row && (row.pendingSince !== null || (row.url !== null && row.url !== url));
          return isUnsettled ? intend(tx, clientId, row.acknowledged) : undefined;
        });
        if (!intent) return;
        const told = await tell(tenantId, intent, transact);
        await transact((tx) => settle(tx, told));
      }),

    /** The client is gone. */
    async remove(tx: Tx, clientId: string): Promise<void> {
      const row = await deleteTokenClaims(tx, clientId);
      if (!row?.acknowledged) return;
      const off = { ...row, acknowledged: null, pendingSince: null, enabledAt: null };
      await tx.publish({
        type: 'token_claims.disabled',
        subject: { type: 'client', id: clientId },
        data: { tokenClaims: tokenClaimsResource(clientId, off, url) },
      });
    },

    find: findTokenClaims,
  };
}

/** See {@link registrations}. */
export type Registrations = ReturnType<typeof registrations>;
