import type { AccessRequest, EventTypeName } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { AccessRecord, AccessPartRecord } from './access-store.ts';
import { listAccessParts } from './access-store.ts';

/** The name under which the file of a request is downloaded. */
export const bundleName = (id: string): string => `${id}.zip`;

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Whether the file can be downloaded. */
export const hasBundle = ({ state }: Pick<AccessRecord, 'state'>): boolean =>
  state === 'COMPLETED' || state === 'PARTIAL';

const bundleOf = (r: AccessRecord): AccessRequest['bundle'] =>
  hasBundle(r) && r.bundleGeneratedAt && r.bundleExpiresAt
    ? {
        bytes: r.bundleBytes ?? 0,
        sha256: r.bundleSha256 ?? '',
        fileName: bundleName(r.id),
        generatedAt: r.bundleGeneratedAt.toISOString(),
        expiresAt: r.bundleExpiresAt.toISOString(),
        downloads: r.downloads,
      }
    : null;

const partResource = ({
  peer,
  status,
  attempts,
  bytes,
  sha256,
  error,
  fetchedAt,
}: AccessPartRecord) => ({
  peer,
  status,
  attempts,
  bytes,
  sha256,
  error,
  fetchedAt: timeOf(fetchedAt),
});

export const accessResource = (
  r: AccessRecord,
  parts: readonly AccessPartRecord[],
): AccessRequest => ({
  id: r.id,
  state: r.state,
  kind: r.kind,
  subject: {
    type: r.subjectType,
    userId: r.subjectType === 'consent_subject' ? null : r.subjectId,
  },
  requestedBy: r.requestedBy,
  regulation: r.regulation,
  identityVerification: r.identityVerification,
  externalReference: r.externalReference,
  note: r.note,
  receivedAt: r.receivedAt.toISOString(),
  dueAt: r.dueAt.toISOString(),
  parts: parts.map(partResource),
  bundle: bundleOf(r),
  createdAt: r.createdAt.toISOString(),
  updatedAt: r.updatedAt.toISOString(),
});

export const accessResourceOf = async (tx: Tx, request: AccessRecord): Promise<AccessRequest> =>
  accessResource(request, await listAccessParts(tx, [request.id]));

/** Publishes an event about a request. The user id is the only data of the person. */
export const publishAccess = (
  tx: Tx,
  type: Extract<EventTypeName, `access_request.${string}`>,
  { id, state, kind, subjectType, subjectId, receivedAt, dueAt }: AccessRecord,
) =>
  tx.publish({
    type,
    subject: { type: 'access_request', id },
    data: {
      accessRequest: {
        id,
        state,
        kind,
        userId: subjectType === 'consent_subject' ? null : subjectId,
        receivedAt: receivedAt.toISOString(),
        dueAt: dueAt.toISOString(),
      },
    },
  });
