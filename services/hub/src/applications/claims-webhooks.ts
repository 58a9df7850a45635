import type { ClaimsWebhookResource, ClaimsWebhookSetting } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { EgressRefused } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import { contentVersion } from '@platform/kit/http';
import type { Conditional, TransactionScope } from '@platform/kit/http';
import { invalid, problem } from '@platform/kit/problem';
import type { SealedColumn } from '@platform/kit/upkeep';
import type { SecretBox } from '@platform/kit/secrets';
import { isSecret } from '@platform/kit/webhook-signature';
import { asApplication } from './application-resource.ts';
import { findApplication, lockApplication, touchApplication } from './application-store.ts';
import { existing } from './applications.ts';
import {
  clearClaimsWebhook,
  findClaimsWebhook,
  keepClearedVersion,
  upsertClaimsWebhook,
} from './claims-webhook-store.ts';
import type { ClaimsWebhookRow } from './claims-webhook-store.ts';

type SetRow = ClaimsWebhookRow & { url: string };
const isSet = (row: ClaimsWebhookRow | undefined): row is SetRow =>
  row !== undefined && row.url !== null;

/** Where the secret of a claims webhook is sealed. */
export const webhookSecretContext = (tenantId: string, clientId: string) => ({
  tenantId,
  field: `claims_webhook/${clientId}`,
});

/** Where the secrets are sealed. */
export const sealedWebhookSecrets: SealedColumn = {
  table: 'claims_webhook',
  column: 'secret_sealed',
  key: ['client_id'],
  contextOf: webhookSecretContext,
};

const asWebhook = (tenantId: string, row: SetRow): ClaimsWebhookResource => ({
  id: row.clientId,
  tenantId,
  url: row.url,
  hasSecret: row.secretSealed !== null,
  tokenTypes: row.tokenTypes,
  failureMode: row.failureMode,
  timeoutMilliseconds: row.timeoutMilliseconds,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** Its caller's count does not name a state: the same one may come with other settings. */
const versionOf = (tenantId: string, row: ClaimsWebhookRow | undefined): string | undefined =>
  isSet(row) ? contentVersion(asWebhook(tenantId, row)) : undefined;

/** What is stored, as an answer: the webhook, or that there is none. */
const stored = (
  tenantId: string,
  row: ClaimsWebhookRow,
): ClaimsWebhookResource | { id: string; deleted: true } =>
  isSet(row) ? asWebhook(tenantId, row) : { id: row.clientId, deleted: true };

/**
 * Claims webhooks of applications. `version` is the caller's: a lower one than the stored one changes nothing, so that
 * its retries may come late, after a clearing too.
 */
export function claimsWebhooks({
  secrets,
  egress,
}: {
  secrets: SecretBox;
  egress: Pick<Egress, 'checkTarget'>;
}) {
  /** Refuses what could never be called. Looks the host up, so no transaction is open. */
  async function check({ url, secret }: ClaimsWebhookSetting): Promise<void> {
    if (!isSecret(secret))
      throw invalid(
        '/secret',
        'invalid_format',
        'must be whsec_ followed by the base64 of 24 to 64 bytes',
      );
    await egress.checkTarget(url).catch((error: unknown) => {
      throw error instanceof EgressRefused ? invalid('/url', error.code, error.message) : error;
    });
  }

  const tell = async (
    tx: Tx,
    type: 'client.claims_webhook_set' | 'client.claims_webhook_cleared',
    clientId: string,
  ): Promise<void> => {
    await touchApplication(tx, clientId);
    const row = await existing(findApplication(tx, clientId));
    await tx.publish({
      type,
      subject: { type: 'client', id: clientId },
      data: { client: asApplication(row) },
    });
  };

  async function get(tx: Tx, clientId: string): Promise<ClaimsWebhookResource> {
    await existing(findApplication(tx, clientId));
    const row = await findClaimsWebhook(tx, clientId);
    if (!isSet(row)) throw problem('not_found');
    return asWebhook(tx.context.tenantId, row);
  }

  async function set(
    { tx, ifMatch }: TransactionScope & Conditional,
    clientId: string,
    setting: ClaimsWebhookSetting,
  ): Promise<ReturnType<typeof stored>> {
    const { tenantId } = tx.context;
    await existing(lockApplication(tx, clientId));
    const present = await findClaimsWebhook(tx, clientId);
    ifMatch(versionOf(tenantId, present));
    if (present && setting.version < present.version) return stored(tenantId, present);
    const row = await upsertClaimsWebhook(
      tx,
      clientId,
      setting,
      secrets.seal(setting.secret, webhookSecretContext(tenantId, clientId)),
    );
    await tell(tx, 'client.claims_webhook_set', clientId);
    return stored(tenantId, row as ClaimsWebhookRow);
  }

  /** Undefined when there is none: its version is kept all the same, so this must commit. */
  async function clear(
    { tx, ifMatch }: TransactionScope & Conditional,
    clientId: string,
    version: number | undefined,
  ): Promise<ReturnType<typeof stored> | undefined> {
    await existing(lockApplication(tx, clientId));
    const present = await findClaimsWebhook(tx, clientId);
    ifMatch(versionOf(tx.context.tenantId, present));
    if (!isSet(present)) {
      if (version !== undefined) await keepClearedVersion(tx, clientId, version);
      return undefined;
    }
    if (version !== undefined && version < present.version)
      return stored(tx.context.tenantId, present);
    await clearClaimsWebhook(tx, clientId, version ?? present.version);
    await tell(tx, 'client.claims_webhook_cleared', clientId);
    return { id: clientId, deleted: true };
  }

  return { check, get, set, clear };
}

/** See {@link claimsWebhooks}. */
export type ClaimsWebhooks = ReturnType<typeof claimsWebhooks>;
