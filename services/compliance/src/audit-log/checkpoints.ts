import { deleteOlder } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import type { SingletonJob } from '@platform/kit/jobs';
import type { Logger } from '@platform/kit/telemetry';
import { signDocument } from '../document-signer.ts';
import type { DocumentSigner } from '../document-signer.ts';
import { databaseNow } from '../database-clock.ts';
import {
  findUnsealedHead,
  insertCheckpoint,
  listDueTenants,
  listUnscheduledTenants,
  scheduleSeal,
  sealHead,
  unscheduleSealed,
} from './checkpoint-store.ts';
import type { SealTimeOf } from './seal-times.ts';

export interface CheckpointOptions {
  db: Database;
  signer: DocumentSigner;
  sealTimeOf: SealTimeOf;
  log: Logger;
}

const actor = { type: 'system', id: 'audit-checkpoints' } as const;
const blockTenants = 200;
const roundMs = 60_000;
const dayMs = 86_400_000;
/** The pause before a chain that could not be sealed is tried again. */
const retryMs = 300_000;

/**
 * Signs the head of a tenant's chain, stores the signature, and publishes it, so that a copy exists
 * outside the database.
 */
export async function sealAuditLog(
  { db, signer, sealTimeOf }: Omit<CheckpointOptions, 'log'>,
  tenantId: string,
): Promise<void> {
  const context = { tenantId, actor };
  const found = await db.read(context, async (tx) => {
    const head = await findUnsealedHead(tx);
    return head && { head, at: await databaseNow(tx) };
  });
  if (!found) return void (await db.transact(context, unscheduleSealed));
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
    const nextAt = sealTimeOf(tenantId, at);
    if (!(await sealHead(tx, { from: head.sealedSeq, to: seq, nextAt }))) return;
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

/** Seals a chain, or postpones it if that fails. */
async function sealOrPostpone(options: CheckpointOptions, tenantId: string): Promise<void> {
  const { db, log } = options;
  try {
    await sealAuditLog(options, tenantId);
  } catch (error) {
    log.warn({ err: error, tenantId }, 'an audit log could not be sealed');
    await db.transact({ tenantId, actor }, async (tx) =>
      scheduleSeal(tx, new Date((await databaseNow(tx)).getTime() + retryMs)),
    );
  }
}

/** Seals the chains that are due, however many tenants there are beside them. */
export async function sealDueAuditLogs(
  options: CheckpointOptions,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const tenants = await options.db.work((tx) => listDueTenants(tx, blockTenants));
    for (const tenantId of tenants) {
      if (signal?.aborted) return;
      await sealOrPostpone(options, tenantId);
    }
    if (tenants.length < blockTenants) return;
  }
}

/**
 * Schedules chains that have grown without being due: those that a pod of the previous version
 * wrote. Reads the head of every tenant.
 */
export async function scheduleUnsealed(
  { db, sealTimeOf }: Pick<CheckpointOptions, 'db' | 'sealTimeOf'>,
  signal?: AbortSignal,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined && !signal?.aborted;) {
    const from: string = after;
    const tenants = await db.work((tx) => listUnscheduledTenants(tx, from, blockTenants));
    for (const tenantId of tenants)
      await db.transact({ tenantId, actor }, async (tx) =>
        scheduleSeal(tx, sealTimeOf(tenantId, await databaseNow(tx))),
      );
    after = tenants.length < blockTenants ? undefined : tenants.at(-1);
  }
}

/** Seals each chain within an interval of the schedule after it has grown. */
export const checkpointJobs = (options: CheckpointOptions): SingletonJob[] => [
  {
    name: 'audit checkpoints',
    schedule: roundMs,
    work: (signal) => sealDueAuditLogs(options, signal),
  },
  {
    name: 'unscheduled audit checkpoints',
    schedule: dayMs,
    atStart: true,
    work: (signal) => scheduleUnsealed(options, signal),
  },
];

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
