import type { ErasureItem } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { ActiveJob } from '@platform/kit/jobs';
import { databaseNow } from '../database-clock.ts';
import { auditSigned, signDocument } from '../document-signer.ts';
import type { DocumentSigner } from '../document-signer.ts';
import { certificatePayload } from './erasure-certificate.ts';
import { publishErasure } from './erasure-events.ts';
import type { ErasureSubject } from './erasure-peers.ts';
import { changeRequest, lockedRequest } from './erasure-store.ts';
import { listHolds, redactHolds } from './hold-store.ts';
import { listTasks, updateTask } from './task-store.ts';

export interface CompletionOptions {
  signer: DocumentSigner;
  /** Erases the person from compliance's own data. Idempotent. */
  eraseHere: (tx: Tx, subject: ErasureSubject, messages: number) => Promise<ErasureItem[]>;
  /** Erases the person from the bus. Returns the number of deleted messages. Idempotent. */
  eraseMessages: (subject: ErasureSubject) => Promise<number>;
}

type DriveJob = Pick<ActiveJob<unknown>, 'transact' | 'read'>;

/** Erases compliance's own data and stores the receipt in the same transaction. */
async function eraseOwnData(
  job: DriveJob,
  subject: ErasureSubject,
  { eraseHere, eraseMessages }: CompletionOptions,
): Promise<void> {
  const messages = await eraseMessages(subject);
  await job.transact(async (tx) => {
    const { id } = await lockedRequest(tx, subject.request.id);
    const items = await eraseHere(tx, subject, messages);
    await updateTask(tx, id, {
      phase: 'erase',
      peer: 'compliance',
      outcome: items.length > 0 ? 'DONE' : 'NOTHING_FOUND',
      lastError: null,
      items,
    });
  });
}

/**
 * Completes an erasure after all services: erases locally, gets the certificate signed, and forgets
 * the person; only the tombstone remains. After a crash before the last commit, it signs again;
 * only one certificate is stored.
 */
export async function completeErasure(
  job: DriveJob,
  subject: ErasureSubject,
  options: CompletionOptions,
): Promise<void> {
  const { tenantId, request } = subject;
  await eraseOwnData(job, subject, options);
  const issuer = await options.signer.issuerOf(tenantId);
  const certificate = await job.read(async (tx) => {
    const parts = {
      issuer,
      request,
      holds: await listHolds(tx, request.id),
      tasks: await listTasks(tx, request.id),
    };
    return certificatePayload(parts, await databaseNow(tx));
  });
  const { jws, kid } = await signDocument(
    options.signer,
    tenantId,
    'ERASURE_CERTIFICATE',
    certificate,
  );
  await job.transact(async (tx) => {
    const locked = await lockedRequest(tx, request.id);
    if (locked.state !== 'ERASING') return;
    const completed = await changeRequest(tx, locked, {
      state: 'COMPLETED',
      completedAt: new Date(String(certificate['completed_at'])),
      userId: null,
      identifiersSealed: null,
      note: null,
      certificate,
      certificateJws: jws,
      certificateKid: kid,
    });
    await redactHolds(tx, locked.id);
    const erasure = { type: 'erasure_request', id: locked.id };
    await auditSigned(tx, erasure, 'erasureRequestCertificate', { kid });
    // Outbound erases events that have arrived in the meantime.
    await publishErasure(tx, 'erasure.completed', completed, { userId: locked.userId });
  });
}
