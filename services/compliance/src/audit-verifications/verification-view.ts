import type { AuditVerification } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { VerificationRecord } from './verification-store.ts';

/** The API representation of a verification. */
export function asVerification(row: VerificationRecord): AuditVerification {
  const { state, fromSeq, toSeq, sealedSeq, checkpoints, finding } = row;
  const verifiedSeq = row.verifiedSeq < fromSeq ? null : row.verifiedSeq;
  return {
    id: row.id,
    state,
    fromSeq,
    toSeq,
    progress: { verifiedSeq },
    result:
      state === 'COMPLETED'
        ? {
            outcome: finding ? 'broken' : 'intact',
            verifiedSeq,
            sealedSeq,
            checkpoints,
            firstBroken: finding,
          }
        : null,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Publishes the outcome of a verification. */
export const publishVerification = (
  tx: Tx,
  type: 'created' | 'completed' | 'failed',
  row: VerificationRecord,
) =>
  tx.publish({
    type: `audit_verification.${type}`,
    subject: { type: 'audit_verification', id: row.id },
    data: { auditVerification: asVerification(row) },
  });
