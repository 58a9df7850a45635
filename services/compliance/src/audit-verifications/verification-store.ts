import { isId } from '@platform/contracts';
import type { AuditFinding, AuditVerification } from '@platform/contracts';
import { now } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import { compliance } from '../generated/tables.ts';
import type { CheckPosition } from './chain-check.ts';

const verifications = compliance.table('auditVerifications').narrow<{
  state: AuditVerification['state'];
  finding: AuditFinding | null;
  error: AuditVerification['error'];
}>();
const open = verifications.only({ state: ['PENDING', 'RUNNING'] });

export type VerificationRecord = RowOf<typeof verifications>;

/** Inserts a verification of records `fromSeq` to `toSeq`. */
export const insertVerification = (
  tx: Tx,
  added: Pick<VerificationRecord, 'id' | 'fromSeq' | 'toSeq'>,
): Promise<VerificationRecord> =>
  verifications.insertReturning(tx, { ...added, verifiedSeq: added.fromSeq - 1 });

export const findOpenVerification = (tx: Tx): Promise<VerificationRecord | undefined> =>
  open.find(tx, {});

/** @throws 404 if the tenant has no such verification */
export const existingVerification = async (tx: Tx, id: string): Promise<VerificationRecord> =>
  found(isId('auditVerification', id) ? await verifications.find(tx, { id }) : undefined);

export const startVerification = (tx: Tx, id: string): Promise<VerificationRecord | undefined> =>
  open.updateReturning(tx, { id }, { state: 'RUNNING', updatedAt: now });

const reached = ({ seq, sealedSeq, checkpoints }: CheckPosition) => ({
  verifiedSeq: seq,
  sealedSeq: sealedSeq === 0 ? null : sealedSeq,
  checkpoints,
  updatedAt: now,
});

export const advanceVerification = (
  tx: Tx,
  id: string,
  position: CheckPosition,
): Promise<VerificationRecord | undefined> => open.updateReturning(tx, { id }, reached(position));

export const completeVerification = (
  tx: Tx,
  id: string,
  position: CheckPosition,
  finding: AuditFinding | undefined,
): Promise<VerificationRecord | undefined> =>
  open.updateReturning(
    tx,
    { id },
    { ...reached(position), state: 'COMPLETED', finding: finding ?? null },
  );

export const failVerification = (
  tx: Tx,
  id: string,
  error: AuditVerification['error'],
): Promise<VerificationRecord | undefined> =>
  open.updateReturning(tx, { id }, { state: 'FAILED', error, updatedAt: now });
