import type { JSONWebKeySet } from 'jose';
import { chainWalk } from './chain-walk.ts';
import type { ChainWalk } from './chain-walk.ts';
import { readLines } from './export-files.ts';
import type { ListedFile, OpenFile } from './export-files.ts';
import { documentVerifier, signedCheckpoint, signedManifest } from './export-manifest.ts';
import type { Checkpoint, DocumentVerifier, ExportManifest } from './export-manifest.ts';
import { orderFindings, recordFindings, removedPartsOf } from './exported-record.ts';
import type { ExportedRecord } from './exported-record.ts';

export { documentVerifier, signedCheckpoint } from './export-manifest.ts';
export type { Checkpoint, DocumentVerifier } from './export-manifest.ts';
export type { OpenFile } from './export-files.ts';

/** The result of verifying an export. */
export interface ExportVerdict {
  /** Descriptions of all faults; empty: the export is unmodified. */
  findings: string[];
  records: number;
  /** The newest record that a checkpoint seals; undefined if there is none. */
  sealedSeq: number | undefined;
  /**
   * Number of personal parts that are missing from the export although the records had them:
   * erased, or omitted.
   */
  removedParts: number;
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * Each checkpoint must seal a record of the export and name the previous checkpoint, which is
 * present unless it seals an earlier record.
 */
function checkpointFindings(
  before: Checkpoint | undefined,
  { seq, previous_seq }: Checkpoint,
  { chain }: ExportManifest,
): string[] {
  if (!chain || seq < chain.first_seq || seq > chain.last_seq)
    return [`a checkpoint seals record ${seq}, which is not in the export`];
  const isFirst = previous_seq === null || previous_seq < chain.first_seq;
  const follows = before ? previous_seq === before.seq : isFirst;
  return follows ? [] : [`the checkpoint before that of record ${seq} is missing or out of order`];
}

/**
 * Records that the platform found altered in its database: the export contains the sealed text, not
 * the row.
 */
const alterationFindings = ({ altered_records }: ExportManifest): string[] =>
  altered_records.map((seq) => `the row of record ${seq} was changed in the database`);

/** Maps each sealed record to its checkpoint. */
async function checkpointsOf(
  files: readonly ListedFile[],
  open: OpenFile,
  { manifest, verifier }: { manifest: ExportManifest; verifier: DocumentVerifier },
): Promise<{ bySeq: Map<number, Checkpoint>; findings: string[] }> {
  const bySeq = new Map<number, Checkpoint>();
  const findings: string[] = [];
  let before: Checkpoint | undefined;
  for (const file of files) {
    const { lines, isListed } = readLines(open, file);
    for await (const jws of lines) {
      const checkpoint = await signedCheckpoint(jws, verifier, manifest);
      findings.push(...checkpointFindings(before, checkpoint, manifest));
      bySeq.set(checkpoint.seq, checkpoint);
      before = checkpoint;
    }
    if (!isListed()) throw new Error('it is not the file listed in the manifest');
  }
  return { bySeq, findings };
}

/** Compares a record with the chain. */
async function linkFindings(walk: ChainWalk, record: ExportedRecord): Promise<string[]> {
  const at = await walk.to(record.seq);
  const isLinked = at?.link.recordHash === record.recordHash && at.place.hash === record.hash;
  return isLinked ? [] : [`record ${record.seq} does not match the chain`];
}

/**
 * Verifies every record of an export, except in CSV files, whose records cannot be verified by
 * themselves.
 */
async function verifyRecords(
  manifest: ExportManifest,
  open: OpenFile,
  walk: ChainWalk | undefined,
): Promise<{ findings: string[]; records: number; removedParts: number }> {
  const findings: string[] = [];
  let records = 0;
  let removedParts = 0;
  let before: ExportedRecord | undefined;
  for (const file of manifest.parts.filter(({ kind }) => kind === 'records')) {
    const { lines, isListed } = readLines(open, file);
    for await (const line of lines) {
      if (manifest.format === 'csv') continue;
      const record = JSON.parse(line) as ExportedRecord;
      findings.push(...recordFindings(record, manifest), ...orderFindings(before, record));
      if (walk) findings.push(...(await linkFindings(walk, record)));
      before = record;
      records += 1;
      removedParts += removedPartsOf(record);
    }
    if (!isListed()) findings.push(`${file.name} is not the file listed in the manifest`);
  }
  if (manifest.format === 'csv') return { findings, records: manifest.records, removedParts };
  if (records !== manifest.records)
    findings.push(`it has ${records} records instead of ${manifest.records}`);
  return { findings, records, removedParts };
}

/** Adds a checkpoint received earlier to those of the export, which may lack it. */
async function addKnown(
  known: string,
  bySeq: Map<number, Checkpoint>,
  { manifest, verifier }: { manifest: ExportManifest; verifier: DocumentVerifier },
): Promise<string[]> {
  const checkpoint = await signedCheckpoint(known, verifier, manifest).catch((error: unknown) => {
    throw new Error(`the known checkpoint cannot be verified: ${messageOf(error)}`);
  });
  const { chain } = manifest;
  const { seq } = checkpoint;
  if (!chain || seq < chain.first_seq || seq > chain.last_seq)
    return [
      `the chain of the export does not contain record ${seq}, which the known checkpoint seals`,
    ];
  const sealed = bySeq.get(seq);
  if (sealed && sealed.hash !== checkpoint.hash)
    return [`the checkpoint of record ${seq} is not the known one`];
  bySeq.set(seq, checkpoint);
  return [];
}

/** Follows the chain to its end, which the manifest states. */
async function verifyEnd(
  { chain }: ExportManifest,
  walk: ChainWalk,
  file: { name: string; isListed: () => boolean },
): Promise<string[]> {
  if (!chain) return [];
  await walk.to(chain.last_seq);
  const rest = await walk.isOver();
  const findings: string[] = [];
  if (walk.place().hash !== chain.last_hash)
    findings.push(`the chain does not lead to the hash of record ${chain.last_seq}`);
  if (!rest || !file.isListed())
    findings.push(`${file.name} is not the file listed in the manifest`);
  return findings;
}

/**
 * Verifies an export of the audit log offline: the signature of its manifest, the digest of each
 * file, each record and its commitments, the chain from the first record to the last, and the
 * checkpoints that seal it, each of which names the previous one.
 * @param manifestText `manifest.json`
 * @param open opens the other files by their names in the manifest
 * @param keys the key set of the tenant's issuer (`/oauth2/jwks`)
 * @param known a checkpoint received earlier, as a JWS: the chain must contain it, which proves
 * that the sealed records were not replaced
 */
export async function verifyAuditExport(
  manifestText: string,
  open: OpenFile,
  keys: JSONWebKeySet,
  known?: string,
): Promise<ExportVerdict> {
  const verifier = documentVerifier(keys);
  let sealedSeq: number | undefined;
  let records = 0;
  let removedParts = 0;
  const findings: string[] = [];
  try {
    const manifest = await signedManifest(manifestText, verifier);
    const ofKind = (kind: string) => manifest.parts.filter((part) => part.kind === kind);
    const seals = ofKind('checkpoints');
    const checkpoints = await checkpointsOf(seals, open, { manifest, verifier }).catch(
      (error: unknown) => {
        throw new Error(`a checkpoint cannot be verified: ${messageOf(error)}`);
      },
    );
    findings.push(...alterationFindings(manifest), ...checkpoints.findings);
    if (known !== undefined)
      findings.push(...(await addKnown(known, checkpoints.bySeq, { manifest, verifier })));
    const [chainFile] = ofKind('chain');
    const links = chainFile && readLines(open, chainFile);
    const { chain } = manifest;
    const walk =
      links && chain
        ? chainWalk(
            links.lines[Symbol.asyncIterator](),
            { seq: chain.first_seq - 1, hash: chain.previous_hash },
            checkpoints.bySeq,
          )
        : undefined;
    const read = await verifyRecords(manifest, open, walk);
    ({ records, removedParts } = read);
    findings.push(...read.findings);
    if (walk && links && chainFile)
      findings.push(...(await verifyEnd(manifest, walk, { ...links, name: chainFile.name })));
    sealedSeq = walk?.sealedSeq();
  } catch (error) {
    findings.push(messageOf(error));
  }
  return { findings, records, sealedSeq, removedParts };
}
