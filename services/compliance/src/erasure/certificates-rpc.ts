import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import type { ListedErasureCertificate, ListErasureCertificatesRequest } from '@platform/protos';
import type { SubjectHash } from '../subject-hash.ts';
import { identifierHash } from '../subjects/subject-resolution.ts';
import { certificateOf } from './erasure-certificate.ts';
import { existingRequest, listCompletedRequests } from './erasure-store.ts';
import type { ErasureRecord } from './erasure-store.ts';

const operators = ['platform-operator'];
const defaultLimit = 50;
const maxLimit = 200;

const listed = (request: ErasureRecord): ListedErasureCertificate => ({
  requestId: request.id,
  completedAt: request.completedAt?.toISOString() ?? '',
  reason: request.reason,
  regulation: request.regulation,
  kid: request.certificateKid ?? '',
});

/** Certificates of erasures, for operators: tokens of a deleted tenant are gone, so no one else can read them. */
export function certificatesRpc({
  rpcRunner,
  subjectHash,
}: {
  rpcRunner: RpcRunner;
  subjectHash: SubjectHash;
}): RpcMount {
  const filterOf = ({ tenantId, identifier, before, limit }: ListErasureCertificatesRequest) => ({
    identifierHash: identifier ? identifierHash(subjectHash, tenantId, identifier) : undefined,
    before: before || undefined,
    limit: Math.min(Math.max(limit || defaultLimit, 1), maxLimit),
  });

  return serveRpc(
    'platform.compliance.v1.ErasureCertificates',
    {
      async List(request, call) {
        const filter = filterOf(request);
        const rows = await rpcRunner.read(call, request.tenantId, (tx) =>
          listCompletedRequests(tx, { ...filter, limit: filter.limit + 1 }),
        );
        const page = rows.slice(0, filter.limit);
        const nextBefore = rows.length > filter.limit ? (page.at(-1)?.id ?? '') : '';
        return { certificates: page.map(listed), nextBefore };
      },
      async Get({ tenantId, requestId }, call) {
        const { certificate, ...document } = certificateOf(
          await rpcRunner.read(call, tenantId, (tx) => existingRequest(tx, requestId)),
        );
        return { ...document, certificateJson: JSON.stringify(certificate) };
      },
    },
    { List: operators, Get: operators },
  );
}
