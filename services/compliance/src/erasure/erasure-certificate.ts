import { createHash } from 'node:crypto';
import type { ErasureCertificate } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import { canonicalJson } from '@platform/kit/formats';
import type { ErasureRecord } from './erasure-store.ts';
import type { HoldRecord } from './hold-store.ts';
import type { TaskRecord } from './task-store.ts';

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

export interface CertificateParts {
  issuer: string;
  request: ErasureRecord;
  holds: readonly HoldRecord[];
  tasks: readonly TaskRecord[];
}

const deactivationItems = (tasks: CertificateParts['tasks'], peer: string) =>
  tasks.flatMap((task) => (task.phase === 'deactivate' && task.peer === peer ? task.items : []));

/**
 * Returns the payload of a certificate: when and why a person was erased, with each service's
 * receipt. It names nobody.
 */
export function certificatePayload(
  { issuer, request, holds, tasks }: CertificateParts,
  completedAt: Date,
): Record<string, unknown> {
  const peers = tasks
    .filter(({ phase }) => phase === 'erase')
    .map(({ peer, items }) => ({
      peer,
      // Items that ended with the account, such as sessions, are gone before data is erased.
      items: [...deactivationItems(tasks, peer), ...items].map((item) => ({
        category: item.category,
        action: item.action,
        count: item.count,
        retention_reason: item.retentionReason,
        retained_until: item.retainedUntil,
      })),
    }));
  return {
    iss: issuer,
    iat: Math.floor(completedAt.getTime() / 1000),
    jti: request.id,
    aud: 'urn:platform:erasure-certificate',
    subject_hash: request.subjectHash,
    received_at: timeOf(request.receivedAt),
    deactivated_at: timeOf(request.deactivatedAt),
    started_at: timeOf(request.erasureStartedAt),
    completed_at: timeOf(completedAt),
    reason: request.reason,
    regulation: request.regulation,
    holds: holds.length,
    peers,
    receipts_sha256: createHash('sha256').update(canonicalJson(peers)).digest('hex'),
  };
}

/** Returns the certificate of a completed request. @throws 409 before completion */
export function certificateOf({
  id,
  completedAt,
  certificate,
  certificateJws,
  certificateKid,
}: ErasureRecord): ErasureCertificate {
  if (!completedAt || !certificate || certificateJws === null || certificateKid === null)
    throw problem('invalid_state', { detail: 'The request is not COMPLETED yet' });
  return {
    requestId: id,
    issuedAt: completedAt.toISOString(),
    certificate,
    jws: certificateJws,
    kid: certificateKid,
    jwksUri: `${String(certificate['iss'])}/oauth2/jwks`,
  };
}
