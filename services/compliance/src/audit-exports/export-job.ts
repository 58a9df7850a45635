import { contentTypeOf, encoded, recordsName } from '@platform/data-lifecycle/file-exports';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, JobMount } from '@platform/kit/jobs';
import { objectKey } from '@platform/kit/objects';
import type { ObjectStores } from '@platform/kit/objects';
import { z } from 'zod';
import { listCheckpoints } from '../audit-log/audit-log.ts';
import { hashAt } from '../audit-log/record-scan.ts';
import { databaseNow } from '../database-clock.ts';
import { auditSigned, signDocument } from '../document-signer.ts';
import type { DocumentSigner } from '../document-signer.ts';
import { chainLines, recordLines } from './export-content.ts';
import { chainName, checkpointsName, manifestName } from './export-files.ts';
import { exportManifest } from './export-manifest.ts';
import type { ManifestParts } from './export-manifest.ts';
import {
  advanceExport,
  completeExport,
  endExport,
  findAuditExport,
  insertPart,
  listAuditExportParts,
  startAuditExport,
} from './export-store.ts';
import type { AuditExportPartRecord, AuditExportRecord } from './export-store.ts';
import { publishExportEvent } from './export-view.ts';

const payload = z.object({ exportId: z.string() });

export const auditExportKind = jobKind({
  name: 'audit_export',
  payload,
  concurrency: 4,
  perTenant: 2,
  maxAttempts: 5,
  // A long export may fail often, but not repeatedly at one position.
  resetAttemptsOnCheckpoint: true,
  leaseMs: 60_000,
});

export interface ExportJobOptions {
  stores: ObjectStores;
  signer: DocumentSigner;
  maxRecords: number;
  retentionMs: number;
}

type Job = ActiveJob<z.output<typeof payload>>;
type File = Pick<AuditExportPartRecord, 'part' | 'name' | 'kind'>;

/** Uploads a file. It replaces a leftover of the same name from a failed attempt. */
async function upload(
  { stores }: ExportJobOptions,
  job: Job,
  { id, location }: AuditExportRecord,
  { name }: File,
  content: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const key = objectKey(job.tenantId, id, name);
  const stored = await stores
    .at(location)
    .put(key, content, { contentType: contentTypeOf({ name }), signal: job.signal });
  return { bytes: stored.size, sha256: stored.sha256 };
}

/** Writes the next file of records, and records it with the position of the scan. */
async function writeRecords(
  options: ExportJobOptions,
  job: Job,
  found: AuditExportRecord,
): Promise<AuditExportRecord | undefined> {
  const { request } = found;
  const part = (await job.read((tx) => listAuditExportParts(tx, found.id))).length + 1;
  const { lines, content } = recordLines(found, { ...options, read: job.read, signal: job.signal });
  const file = { part, name: recordsName(request, part), kind: 'records' } as const;
  const stored = await upload(options, job, found, file, encoded(lines, request.compression));
  return job.transact(async (tx) => {
    const advanced = await advanceExport(tx, found.id, content);
    if (!advanced) return undefined;
    const isNeeded = content.records > 0 || (part === 1 && content.scannedSeq >= found.maxSeq);
    if (isNeeded) await insertPart(tx, found.id, { ...file, ...content, ...stored });
    await job.checkpoint(tx, { scannedSeq: content.scannedSeq }, { records: advanced.records });
    return advanced;
  });
}

/** Returns the stretch between the first and the last selected record. */
function stretchOf(
  parts: readonly AuditExportPartRecord[],
): { firstSeq: number; lastSeq: number } | null {
  const filled = parts.filter(({ kind, records }) => kind === 'records' && records > 0);
  if (filled.length === 0) return null;
  return { firstSeq: filled[0]!.firstSeq, lastSeq: filled.at(-1)!.lastSeq };
}

async function* asLines(texts: readonly string[]): AsyncGenerator<string> {
  for (const text of texts) yield `${text}\n`;
}

/** Writes the proofs: the chain of the stretch and the checkpoints within it. */
async function writeProofs(
  options: ExportJobOptions,
  job: Job,
  found: AuditExportRecord,
  parts: readonly AuditExportPartRecord[],
): Promise<AuditExportPartRecord[]> {
  const stretch = stretchOf(parts);
  if (!stretch || !found.request.includeChain) return [];
  const { firstSeq, lastSeq } = stretch;
  const next = parts.length + 1;
  const chain = { part: next, name: chainName, kind: 'chain' } as const;
  const chained = encoded(chainLines(stretch, job), 'gzip');
  const storedChain = await upload(options, job, found, chain, chained);
  const seals = await job.read((tx) => listCheckpoints(tx, { from: firstSeq, to: lastSeq }));
  const checkpoints = { part: next + 1, name: checkpointsName, kind: 'checkpoints' } as const;
  const sealed = encoded(asLines(seals.map(({ jws }) => jws)), 'gzip');
  const storedSeals = await upload(options, job, found, checkpoints, sealed);
  return [
    { ...chain, ...stretch, ...storedChain, records: lastSeq - firstSeq + 1 },
    { ...checkpoints, ...stretch, ...storedSeals, records: seals.length },
  ];
}

/** Returns the hashes of the chain at both ends of the stretch. */
async function chainAround(
  job: Job,
  stretch: { firstSeq: number; lastSeq: number } | null,
): Promise<ManifestParts['chain']> {
  if (!stretch) return null;
  const [previousHash, lastHash] = await job.read((tx) =>
    Promise.all([hashAt(tx, stretch.firstSeq - 1), hashAt(tx, stretch.lastSeq)]),
  );
  if (previousHash === undefined || lastHash === undefined)
    throw new Error('records of the export have expired');
  return { ...stretch, previousHash, lastHash };
}

/** Signs the manifest, uploads it as part 0, and completes the export. */
async function finish(
  options: ExportJobOptions,
  job: Job,
  found: AuditExportRecord,
): Promise<void> {
  const { signer, retentionMs } = options;
  const { tenantId } = job;
  const written = (await job.read((tx) => listAuditExportParts(tx, found.id))).filter(
    ({ kind }) => kind === 'records',
  );
  const proofs = await writeProofs(options, job, found, written);
  const parts = [...written, ...proofs];
  const chain = await chainAround(job, stretchOf(written));
  const issuer = await signer.issuerOf(tenantId);
  const issuedAt = await job.read(databaseNow);
  const manifest = exportManifest(found, { issuer, tenantId, issuedAt, parts, chain });
  const { jws, kid } = await signDocument(signer, tenantId, 'EXPORT_MANIFEST', manifest);
  const file = { part: 0, name: manifestName, kind: 'manifest' } as const;
  const text = asLines([JSON.stringify({ manifest, jws })]);
  const stored = await upload(options, job, found, file, encoded(text, 'none'));
  await job.transact(async (tx) => {
    const manifestSha256 = stored.sha256;
    const completed = await completeExport(tx, found.id, { manifestSha256, retentionMs });
    if (!completed) return;
    for (const proof of proofs) await insertPart(tx, found.id, proof);
    await insertPart(tx, found.id, { ...file, ...stored, records: 0, firstSeq: 0, lastSeq: 0 });
    await publishExportEvent(tx, 'completed', completed, parts);
    await auditSigned(tx, { type: 'audit_export', id: found.id }, 'auditExportCreate', { kid });
  });
}

/** Makes exports file by file; an attempt resumes after the last recorded file. */
export const auditExportJob = (options: ExportJobOptions): JobMount =>
  handleJob(auditExportKind, {
    async run(job) {
      const { exportId } = job.payload;
      let found = await job.transact((tx) => startAuditExport(tx, exportId));
      const isEmpty = found?.maxSeq === found?.scannedSeq;
      if (found && isEmpty && found.records === 0) found = await writeRecords(options, job, found);
      while (found && found.scannedSeq < found.maxSeq)
        found = await writeRecords(options, job, found);
      if (found) await finish(options, job, found);
    },
    async onEnded(tx, job) {
      const found = await findAuditExport(tx, job.payload.exportId);
      if (!found || !['PENDING', 'RUNNING'].includes(found.state)) return;
      const detail = 'The export failed. Create another one, or ask the operator.';
      const failed = await endExport(tx, found.id, 'FAILED', { code: 'export_failed', detail });
      if (failed) await publishExportEvent(tx, 'failed', failed);
    },
  });
