import type { AuditLog } from '@platform/contracts';
import { chainStart } from '@platform/audit/chain';
import type { RowOf, Tx } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { compliance } from '../generated/tables.ts';

const heads = compliance.table('auditHeads');
const checkpoints = compliance.table('auditCheckpoints');

/** The extent of a chain: what is kept of it, and what is sealed. */
export type LogHead = RowOf<typeof heads>;

export const findHead = (tx: Tx): Promise<LogHead | undefined> => heads.find(tx, {});

/** The newest record that a checkpoint seals; 0 if there is none. */
export const sealedSeqOf = async (tx: Tx): Promise<number> => (await findHead(tx))?.sealedSeq ?? 0;

const nothing: AuditLog = {
  records: 0,
  firstSeq: null,
  lastSeq: null,
  lastHash: chainStart,
  lastRecordedAt: null,
  lastCheckpoint: null,
};

/** Returns the extent of the tenant's log. */
export async function logExtent(tx: Tx): Promise<AuditLog> {
  const head = await findHead(tx);
  if (!head || head.lastSeq === 0) return nothing;
  const { lastSeq, trimmedSeq, lastHash, sealedSeq, lastRecordedAt } = head;
  const sealed = await checkpoints.find(tx, { seq: sealedSeq });
  const isKept = lastSeq > trimmedSeq;
  return {
    records: lastSeq - trimmedSeq,
    firstSeq: isKept ? trimmedSeq + 1 : null,
    lastSeq,
    lastHash,
    lastRecordedAt: isoTime(lastRecordedAt),
    lastCheckpoint: sealed ? { ...sealed, at: sealed.at.toISOString() } : null,
  };
}
