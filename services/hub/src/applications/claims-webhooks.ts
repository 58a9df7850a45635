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
import { existingApplication, lockedApplication, updateApplication } from './application-store.ts';
import {
  clearClaimsWebhook,
  findClaimsWebhook,
  keepClearedVersion,
  writeClaimsWebhook,
} from './claims-webhook-store.ts';
import type { ClaimsWebhookRecord } from './claims-webhook-store.ts';

type SetWebhook = ClaimsWebhookRecord & { url: string };
const isSet = (row: ClaimsWebhookRecord | undefined): row is SetWebhook =>
  typeof row?.url === 'string';

/** The context that binds a sealed webhook secret to its client. */
export const webhookSecretContext = (tenantId: string, clientId: string) => ({
  tenantId,
  field: `claims_webhook/${clientId}`,
});

/** The column of the sealed secrets. */
export const sealedWebhookSecrets: SealedColumn = {
  table: 'claims_webhook',
  column: 'secret_sealed',
  key: ['client_id'],
  contextOf: webhookSecretContext,
};

const asWebhook = (tenantId: string, row: SetWebhook): ClaimsWebhookResource => ({
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

/** Computes the version from the content, because a caller can send the same `version` with different settings. */
const versionOf = (tenantId: string, row: ClaimsWebhookRecord | undefined): string | undefined =>
  isSet(row) ? contentVersion(asWebhook(tenantId, row)) : undefined;

/** The API representation of a stored or cleared webhook. */
const stored = (
  tenantId: string,
  row: ClaimsWebhookRecord,
): ClaimsWebhookResource | { id: string; deleted: true } =>
  isSet(row) ? asWebhook(tenantId, row) : { id: row.clientId, deleted: true };

/**
 * Sets and clears claims webhooks of applications. The caller chooses `version`. A version lower than the stored one changes nothing, so
 * that late retries are harmless, even after a clearing.
 */
export function claimsWebhooks({
  secrets,
  egress,
}: {
  secrets: SecretBox;
  egress: Pick<Egress, 'checkTarget'>;
}) {
  /** Checks that the webhook can be called. Resolves the host, so call it outside a transaction. @throws 422 */
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

  const publishSetting = async (
    tx: Tx,
    type: 'client.claims_webhook_set' | 'client.claims_webhook_cleared',
    clientId: string,
  ): Promise<void> => {
    const row = await updateApplication(tx, clientId, {});
    await tx.publish({
      type,
      subject: { type: 'client', id: clientId },
      data: { client: asApplication(row) },
    });
  };

  async function get(tx: Tx, clientId: string): Promise<ClaimsWebhookResource> {
    await existingApplication(tx, clientId);
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
    await lockedApplication(tx, clientId);
    const present = await findClaimsWebhook(tx, clientId);
    ifMatch(versionOf(tenantId, present));
    if (present && setting.version < present.version) return stored(tenantId, present);
    const { secret, ...content } = setting;
    const row = await writeClaimsWebhook(tx, clientId, {
      ...content,
      secretSealed: secrets.seal(secret, webhookSecretContext(tenantId, clientId)),
    });
    await publishSetting(tx, 'client.claims_webhook_set', clientId);
    return stored(tenantId, row);
  }

  /** Clears a webhook; undefined if there is none. Stores the version in that case too, so the transaction must commit. */
  async function clear(
    { tx, ifMatch }: TransactionScope & Conditional,
    clientId: string,
    version: number | undefined,
  ): Promise<ReturnType<typeof stored> | undefined> {
    await lockedApplication(tx, clientId);
    const present = await findClaimsWebhook(tx, clientId);
    ifMatch(versionOf(tx.context.tenantId, present));
    if (!isSet(present)) {
      if (version !== undefined) await keepClearedVersion(tx, clientId, version);
      return undefined;
    }
    if (version !== undefined && version < present.version)
      return stored(tx.context.tenantId, present);
    await clearClaimsWebhook(tx, clientId, version ?? present.version);
    await publishSetting(tx, 'client.claims_webhook_cleared', clientId);
    return { id: clientId, deleted: true };
  }

  return { check, get, set, clear };
}

export type ClaimsWebhooks = ReturnType<typeof claimsWebhooks>;
