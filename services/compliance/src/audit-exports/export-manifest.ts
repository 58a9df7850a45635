import type { AuditExportPartRecord, AuditExportRecord } from './export-store.ts';

export interface ManifestParts {
  issuer: string;
  tenantId: string;
  issuedAt: Date;
  parts: readonly AuditExportPartRecord[];
  /** The chain before the first record and at the last one; null for an empty export. */
  chain: { firstSeq: number; lastSeq: number; previousHash: string; lastHash: string } | null;
}

/** Returns the signed content of an export: range, filter, counts, and the digest of every file. */
export const exportManifest = (
  { id, request, maxSeq, records, alteredSeqs }: AuditExportRecord,
  { issuer, tenantId, issuedAt, parts, chain }: ManifestParts,
) => ({
  iss: issuer,
  iat: Math.floor(issuedAt.getTime() / 1000),
  jti: id,
  aud: 'urn:platform:audit-export',
  version: 1,
  tenant_id: tenantId,
  from: request.from,
  to: request.to,
  format: request.format,
  compression: request.compression,
  filter: request.filter ?? null,
  include_personal_data: request.includePersonalData,
  include_chain: request.includeChain,
  max_seq: maxSeq,
  records,
  altered_records: alteredSeqs,
  chain: chain && {
    first_seq: chain.firstSeq,
    last_seq: chain.lastSeq,
    previous_hash: chain.previousHash,
    last_hash: chain.lastHash,
  },
  parts: parts.map(({ part, name, kind, records: count, bytes, sha256, firstSeq, lastSeq }) => ({
    part,
    name,
    kind,
    records: count,
    bytes,
    sha256,
    first_seq: firstSeq,
    last_seq: lastSeq,
  })),
});
