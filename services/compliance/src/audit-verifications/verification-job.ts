import { chainStart } from '@platform/audit/chain';
import { documentVerifier, signedCheckpoint } from '@platform/audit/verification';
import type { DocumentVerifier } from '@platform/audit/verification';
import type { AuditFinding } from '@platform/contracts';
import { deleteOlder } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, JobMount, SingletonJob } from '@platform/kit/jobs';
import { z } from 'zod';
import { findHead, listCheckpoints } from '../audit-log/audit-log.ts';
import type { LogHead } from '../audit-log/log-extent.ts';
import type { DocumentSigner } from '../document-signer.ts';
import { checkRows } from './chain-check.ts';
import type { CheckPosition, CheckedSeal } from './chain-check.ts';
import { scanRows } from './row-scan.ts';
import {
  advanceVerification,
  completeVerification,
  failVerification,
  startVerification,
} from './verification-store.ts';
import type { VerificationRecord } from './verification-store.ts';
import { publishVerification } from './verification-view.ts';

const payload = z.object({ verificationId: z.string() });

export const verificationKind = jobKind({
  name: 'audit_verification',
  payload,
  concurrency: 2,
  maxAttempts: 5,
  resetAttemptsOnCheckpoint: true,
});

type Job = ActiveJob<z.output<typeof payload>>;
type Signer = Pick<DocumentSigner, 'issuerOf' | 'documentKeys'>;

/** Rows checked in one turn of the event loop: about 20 ms of hashing. */
const rowsAtOnce = 500;
const rowsPerCheckpoint = 10_000;

/** What checkpoints are verified with. */
interface Seals {
  verifier: DocumentVerifier;
  issuer: string;
  tenantId: string;
}

async function sealsOf(signer: Signer, { tenantId }: Job): Promise<Seals> {
  const [keys, issuer] = await Promise.all([signer.documentKeys(), signer.issuerOf(tenantId)]);
  return { verifier: documentVerifier(keys), issuer, tenantId };
}

/** Verifies the signature of a checkpoint. The row names its record, whatever the document says. */
const checkedSeal = (
  { verifier, issuer, tenantId }: Seals,
  { seq, jws }: { seq: number; jws: string },
): Promise<CheckedSeal> =>
  signedCheckpoint(jws, verifier, { iss: issuer, tenant_id: tenantId }).then(
    (checkpoint): CheckedSeal =>
      checkpoint.seq === seq ? { checkpoint } : { fault: `it seals record ${checkpoint.seq}` },
    (error: unknown) => ({ fault: error instanceof Error ? error.message : String(error) }),
  );

/** The chain begins after the records that retention has dropped. */
const startOf = (head: LogHead | undefined): CheckPosition => ({
  seq: head?.trimmedSeq ?? 0,
  hash: head?.trimmedHash ?? chainStart,
  sealedSeq: 0,
  checkpoints: 0,
});

interface Outcome {
  position: CheckPosition;
  finding: AuditFinding | undefined;
}

/** Checks the next rows after a position. */
async function checkNext(
  job: Job,
  seals: Seals,
  position: CheckPosition,
  toSeq: number,
): Promise<Outcome> {
  const { rows, stored, head } = await job.read(async (tx) => {
    const [current] = [await findHead(tx)];
    const after = Math.max(position.seq, current?.trimmedSeq ?? 0);
    const stretch = { after, upTo: Math.min(after + rowsAtOnce, toSeq) };
    return {
      head: current,
      rows: await scanRows(tx, stretch),
      stored: await listCheckpoints(tx, { from: after + 1, to: stretch.upTo }),
    };
  });
  const start = (head?.trimmedSeq ?? 0) > position.seq ? startOf(head) : position;
  const checked = new Map<number, CheckedSeal>();
  for (const seal of stored) checked.set(seal.seq, await checkedSeal(seals, seal));
  const outcome = checkRows(start, rows, checked);
  const isMissing = !outcome.finding && outcome.position.seq === position.seq && toSeq > start.seq;
  return isMissing
    ? {
        ...outcome,
        finding: {
          seq: start.seq + 1,
          code: 'record_missing',
          detail: `The log ends at record ${start.seq}.`,
        },
      }
    : outcome;
}

/** A chain that verifies must have a checkpoint where its head says that it is sealed. */
function missingSeal(
  { sealedSeq }: CheckPosition,
  head: LogHead | undefined,
  { fromSeq, toSeq }: VerificationRecord,
): AuditFinding | undefined {
  const expected = head?.sealedSeq ?? 0;
  if (expected < fromSeq || expected > toSeq || expected <= sealedSeq) return undefined;
  return {
    seq: expected,
    code: 'checkpoint_missing',
    detail: 'The checkpoint that seals this record is missing.',
  };
}

/** Verifies the chain from a position to its end, or to the first fault. */
async function verifyChain(
  job: Job,
  seals: Seals,
  row: VerificationRecord,
  start: CheckPosition,
): Promise<Outcome> {
  let outcome: Outcome = { position: start, finding: undefined };
  let noted = start.seq;
  while (!outcome.finding && outcome.position.seq < row.toSeq) {
    job.signal.throwIfAborted();
    outcome = await checkNext(job, seals, outcome.position, row.toSeq);
    const { position } = outcome;
    if (position.seq - noted < rowsPerCheckpoint) continue;
    noted = position.seq;
    await job.transact(async (tx) => {
      await advanceVerification(tx, row.id, position);
      await job.checkpoint(tx, position, { verifiedSeq: position.seq });
    });
  }
  const head = await job.read(findHead);
  return outcome.finding
    ? outcome
    : { ...outcome, finding: missingSeal(outcome.position, head, row) };
}

/** Verifies chains; an attempt resumes after the last checkpoint of the job. */
export const verificationJob = (signer: Signer): JobMount =>
  handleJob(verificationKind, {
    async run(job) {
      const row = await job.transact((tx) => startVerification(tx, job.payload.verificationId));
      if (!row) return;
      const seals = await sealsOf(signer, job);
      const start =
        (job.resumeFrom as CheckPosition | undefined) ?? startOf(await job.read(findHead));
      const { position, finding } = await verifyChain(job, seals, row, start);
      await job.transact(async (tx) => {
        const completed = await completeVerification(tx, row.id, position, finding);
        if (completed) await publishVerification(tx, 'completed', completed);
      });
    },
    async onEnded(tx, { payload: { verificationId } }) {
      const detail = 'The verification failed. Start another one, or ask the operator.';
      const failed = await failVerification(tx, verificationId, { code: 'internal_error', detail });
      if (failed) await publishVerification(tx, 'failed', failed);
    },
  });

/** Deletes verifications that ended 90 days ago. */
export const verificationSweep = (db: Pick<Database, 'work'>): SingletonJob => ({
  name: 'old audit verifications',
  schedule: 3_600_000,
  work: () =>
    deleteOlder(db, { table: 'audit_verifications', column: 'updated_at', life: '90 days' }),
});
