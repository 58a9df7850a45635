import { randomBytes } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import type { SealedColumn } from '@platform/kit/resealing';
import { SecretFault } from '@platform/kit/secrets';
import type { SecretBox } from '@platform/kit/secrets';
import { newSecret } from '@platform/kit/webhook-signature';
import type { SecretRecord } from './endpoint-record.ts';
import {
  deleteSecretsExcept,
  insertEndpointSecret,
  listLiveEndpointSecrets,
  setSecretExpiry,
} from './endpoint-store.ts';

const maxLive = 3;

const secretField = (id: string): string => `webhook_secrets/${id}`;
const headersField = (endpointId: string): string => `webhook_endpoints/${endpointId}/headers`;

/** Where an endpoint's headers and its secrets are sealed. */
export const sealedByEndpoints: readonly SealedColumn[] = [
  {
    table: 'webhook_endpoints',
    column: 'headers',
    key: ['id'],
    contextOf: (tenantId, endpointId = '') => ({ tenantId, field: headersField(endpointId) }),
  },
  {
    table: 'webhook_secrets',
    column: 'sealed',
    key: ['id'],
    contextOf: (tenantId, id = '') => ({ tenantId, field: secretField(id) }),
  },
];

/** Seals what an endpoint must send again: bound to the tenant and the row. */
export function endpointSeals(box: SecretBox) {
  return {
    sealHeaders: (
      tenantId: string,
      endpointId: string,
      headers: Record<string, string>,
    ): string | null =>
      Object.keys(headers).length === 0
        ? null
        : box.seal(JSON.stringify(headers), { tenantId, field: headersField(endpointId) }),
    openHeaders: (
      tenantId: string,
      endpointId: string,
      sealed: string | null,
    ): Record<string, string> =>
      sealed === null
        ? {}
        : (JSON.parse(box.open(sealed, { tenantId, field: headersField(endpointId) })) as Record<
            string,
            string
          >),
    sealSecret: (tenantId: string, id: string, secret: string): string =>
      box.seal(secret, { tenantId, field: secretField(id) }),
    /** undefined when it cannot be had; the fault goes to `onFault`. */
    openSecret(
      tenantId: string,
      { id, sealed }: SecretRecord,
      onFault: (fault: SecretFault) => void,
    ): string | undefined {
      try {
        return box.open(sealed, { tenantId, field: secretField(id) });
      } catch (error) {
        if (!(error instanceof SecretFault)) throw error;
        onFault(error);
        return undefined;
      }
    },
  };
}

/** See {@link endpointSeals}. */
export type EndpointSeals = ReturnType<typeof endpointSeals>;

/** Adds the current secret of an endpoint: the caller's own, or 32 random bytes. */
export async function addEndpointSecret(
  tx: Tx,
  seals: EndpointSeals,
  endpointId: string,
  own: string | undefined,
  now: Date,
): Promise<{ record: SecretRecord; secret: string }> {
  const id = newId('webhookSecret');
  const secret = own ?? newSecret(randomBytes);
  const record: SecretRecord = {
    id,
    endpointId,
    sealed: seals.sealSecret(tx.context.tenantId, id, secret),
    last4: secret.slice(-4),
    createdAt: now,
    expiresAt: null,
  };
  await insertEndpointSecret(tx, record);
  return { record, secret };
}

/** A new current secret; the old one signs too for the overlap. Beyond three the oldest are dropped at once. */
export async function rotateEndpointSecret(
  tx: Tx,
  seals: EndpointSeals,
  endpointId: string,
  { overlapSeconds, own }: { overlapSeconds: number; own?: string | undefined },
  now: Date,
): Promise<{ record: SecretRecord; secret: string }> {
  const live = await listLiveEndpointSecrets(tx, [endpointId], now);
  const added = await addEndpointSecret(tx, seals, endpointId, own, now);
  const kept = (overlapSeconds === 0 ? live.filter((s) => s.expiresAt !== null) : live).slice(
    0,
    maxLive - 1,
  );
  await deleteSecretsExcept(tx, endpointId, [added.record.id, ...kept.map((s) => s.id)]);
  const current = kept.find((s) => s.expiresAt === null);
  if (current)
    await setSecretExpiry(tx, current.id, new Date(now.getTime() + overlapSeconds * 1000));
  return added;
}

/** Drops a secret at once; the newest that remains is the current one. 404, 409 for the only live one. */
export async function revokeSecret(
  tx: Tx,
  endpointId: string,
  secretId: string,
  now: Date,
): Promise<SecretRecord> {
  const live = await listLiveEndpointSecrets(tx, [endpointId], now);
  const revoked = live.find((s) => s.id === secretId);
  if (!revoked) throw problem('not_found');
  const [newest, ...older] = live.filter((s) => s !== revoked);
  if (!newest)
    throw problem('invalid_state', { detail: 'the only live secret cannot be revoked: rotate it' });
  await deleteSecretsExcept(tx, endpointId, [newest.id, ...older.map((s) => s.id)]);
  if (newest.expiresAt !== null) await setSecretExpiry(tx, newest.id, null);
  return revoked;
}
