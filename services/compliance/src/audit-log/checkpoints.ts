import { deleteOlder } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import { cron } from '@platform/kit/jobs';
import type { SingletonJob } from '@platform/kit/jobs';
import type { Logger } from '@platform/kit/telemetry';
import { signDocument } from '../document-signer.ts';
import type { DocumentSigner } from '../document-signer.ts';
import { databaseNow } from '../database-clock.ts';
import {
  findUnsealedHead,
  insertCheckpoint,
  listUnsealedTenants,
  sealHead,
} from './checkpoint-store.ts';

export interface CheckpointOptions {
  db: Database;
  signer: DocumentSigner;
  log: Logger;
}

const actor = { type: 'system', id: 'audit-checkpoints' } as const;
const blockTenants = 200;

/**
 * Signs the head of a tenant's chain, stores the signature, and publishes it, so that a copy exists
 * outside the database.
 */
export async function sealAuditLog(
  { db, signer }: Pick<CheckpointOptions, 'db' | 'signer'>,
  tenantId: string,
): Promise<void> {
  const context = { tenantId, actor };
  const found = await db.read(context, async (tx) => {
    const head = await findUnsealedHead(tx);
    return head && { head, at: await databaseNow(tx) };
  });
  if (!found) return;
  const { head, at } = found;
  const { lastSeq: seq, lastHash: hash } = head;
  const previousSeq = head.sealedSeq === 0 ? null : head.sealedSeq;
  const payload = {
    iss: await signer.issuerOf(tenantId),
    iat: Math.floor(at.getTime() / 1000),
    jti: `${tenantId}/${seq}`,
    aud: 'urn:platform:audit-checkpoint',
    tenant_id: tenantId,
    seq,
    hash,
    previous_seq: previousSeq,
  };
  const { jws, kid } = await signDocument(signer, tenantId, 'AUDIT_CHECKPOINT', payload);
  await db.transact(context, async (tx) => {
    if (!(await sealHead(tx, head.sealedSeq, seq))) return;
    await insertCheckpoint(tx, { seq, hash, previousSeq, at, jws, kid });
    await tx.publish({
      type: 'audit.checkpointed',
      subject: { type: 'tenant', id: tenantId },
      data: {
        checkpoint: { id: String(seq), seq, hash, previousSeq, at: at.toISOString(), jws, kid },
      },
    });
  });
}

/** Seals every chain that has grown. Retries a failed one on the next run. */
async function sealAuditLogs(
  { db, signer, log }: CheckpointOptions,
  signal?: AbortSignal,
): Promise<void> {
  for (let after = ''; ;) {
    const tenants = await db.work((tx) => listUnsealedTenants(tx, after, blockTenants));
    for (const tenantId of tenants) {
      if (signal?.aborted) return;
      await sealAuditLog({ db, signer }, tenantId).catch((error: unknown) =>
        log.warn({ err: error, tenantId }, 'an audit log could not be sealed'),
      );
    }
    if (tenants.length < blockTenants) return;
    after = tenants.at(-1) as string;
  }
}

/** Runs {@link sealAuditLogs} on its schedule. */
export const checkpointCron = (options: CheckpointOptions, schedule: string): SingletonJob =>
  cron(schedule, 'audit checkpoints', (signal) => sealAuditLogs(options, signal));

/**
 * Deletes old checkpoints, including those of deleted tenants. The database refuses to delete any
 * from the last 400 days.
 */
export const deleteOldCheckpoints = (
  db: Pick<Database, 'work'>,
  retentionMs: number,
): Promise<number> =>
  deleteOlder(db, {
    table: 'audit_checkpoints',
    column: 'at',
    life: `${retentionMs} milliseconds`,
  });
