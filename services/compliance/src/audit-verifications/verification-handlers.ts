import type { auditLogOperations } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Cursors, Tx } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import type { Jobs } from '@platform/kit/jobs';
import { found, invalid } from '@platform/kit/problem';
import { complianceLocks } from '../advisory-locks.ts';
import {
  asAuditRecord,
  findRecord,
  logExtent,
  searchRecords,
  sealedSeqOf,
} from '../audit-log/audit-log.ts';
import { chainBounds } from '../audit-log/record-scan.ts';
import { verificationKind } from './verification-job.ts';
import {
  existingVerification,
  findOpenVerification,
  insertVerification,
} from './verification-store.ts';
import type { VerificationRecord } from './verification-store.ts';
import { asVerification, publishVerification } from './verification-view.ts';

interface AuditLogOptions {
  cursors: Cursors;
  jobs: Pick<Jobs, 'enqueue'>;
}

async function createVerification(
  tx: Tx,
  { jobs }: Pick<AuditLogOptions, 'jobs'>,
): Promise<VerificationRecord> {
  await lock(tx, complianceLocks.auditVerifications, tx.context.tenantId);
  const running = await findOpenVerification(tx);
  if (running) return running;
  const { trimmedSeq, lastSeq } = await chainBounds(tx);
  const id = newId('auditVerification');
  const row = await insertVerification(tx, { id, fromSeq: trimmedSeq + 1, toSeq: lastSeq });
  await jobs.enqueue(tx, verificationKind, { verificationId: id }, { dedupeKey: id });
  await publishVerification(tx, 'created', row);
  return row;
}

/** The handlers of the audit log: its records, its extent, and verifications of its chain. */
export const auditLogHandlers = ({
  cursors,
  jobs,
}: AuditLogOptions): Handlers<typeof auditLogOperations> => ({
  async auditRecordList({ tx, principal: { tenantId }, query: { limit, cursor, ...filters } }) {
    const bound = { tenantId, list: 'audit records', filters };
    const [below] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const from = filters.from === undefined ? undefined : new Date(filters.from);
    const to = filters.to === undefined ? undefined : new Date(filters.to);
    if (from && to && from >= to) throw invalid('/to', 'invalid_format', 'must be later than from');
    const { rows, next } = await searchRecords(
      tx,
      { ...filters, from, to },
      { below: below as number | undefined, limit },
    );
    const sealedSeq = await sealedSeqOf(tx);
    return {
      data: rows.map((row) => asAuditRecord(row, sealedSeq)),
      nextCursor: next === undefined ? null : cursors.encode(bound, [next]),
      hasMore: next !== undefined,
    };
  },
  async auditRecordGet({ tx, params: { seq } }) {
    return asAuditRecord(found(await findRecord(tx, seq)), await sealedSeqOf(tx));
  },
  auditLogGet: ({ tx }) => logExtent(tx),
  auditVerificationCreate: async ({ tx }) => asVerification(await createVerification(tx, { jobs })),
  auditVerificationGet: async ({ tx, params }) =>
    asVerification(await existingVerification(tx, params.verificationId)),
});
