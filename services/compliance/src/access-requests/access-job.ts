import { z } from 'zod';
import type { Tx } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, JobKind, JobMount, Jobs } from '@platform/kit/jobs';
import type { ObjectStores } from '@platform/kit/objects';
import { accessPage } from '../access-page/access-page.ts';
import { databaseNow } from '../database-clock.ts';
import { auditSigned, signDocument } from '../document-signer.ts';
import type { DocumentSigner } from '../document-signer.ts';
import { requestPlace, storeOf } from './access-objects.ts';
import {
  changeAccessRequest,
  failPendingParts,
  listAccessParts,
  lockedAccessRequest,
  updatePart,
} from './access-store.ts';
import type { AccessPartRecord, AccessRecord } from './access-store.ts';
import { publishAccess } from './access-view.ts';
import { manifestOf, partBody, storeBundle } from './bundle.ts';
import { fetchPart } from './part-fetch.ts';
import type { FanoutOptions } from './part-fetch.ts';

export interface AccessPayload {
  requestId: string;
}

/** The job that collects a person's data. Five attempts take about ten minutes. */
export const accessJobKind = (settings: {
  maxAttempts: number;
  perTenant: number;
}): JobKind<AccessPayload> =>
  jobKind({
    name: 'access_request',
    payload: z.object({ requestId: z.string() }),
    // High, because jobs mostly wait for services: tenants with slow answers must not fill a pod.
    concurrency: 16,
    leaseMs: 60_000,
    backoffMs: 40_000,
    ...settings,
  });

/**
 * Enqueues the job of a request. Without a dedupe key: the job that is about to end must not swallow
 * the next one. A job finds nothing to do on a request that is not open.
 */
export const collectsData =
  (jobs: Pick<Jobs, 'enqueue'>, kind: JobKind<AccessPayload>) => (tx: Tx, requestId: string) =>
    jobs.enqueue(tx, kind, { requestId });

export interface AccessJobOptions extends FanoutOptions {
  kind: JobKind<AccessPayload>;
  stores: ObjectStores;
  signer: DocumentSigner;
  bundleTtlMs: number;
}

type AccessJob = ActiveJob<AccessPayload>;

/** Some services have not answered; the job asks them again later. */
class PartsMissing extends Error {
  constructor(peers: readonly string[]) {
    super(`no answer from ${peers.join(', ')}`);
    this.name = 'PartsMissing';
  }
}

/** Starts or resumes a request; undefined if it was cancelled or has ended. */
const begin = (job: AccessJob, { stores }: AccessJobOptions): Promise<AccessRecord | undefined> =>
  job.transact(async (tx) => {
    const request = await lockedAccessRequest(tx, job.payload.requestId);
    if (request.state !== 'PENDING' && request.state !== 'RUNNING') return undefined;
    // Recorded before the first object is stored, so that cleanup finds every object.
    return changeAccessRequest(tx, request, {
      state: 'RUNNING',
      storeLocation: request.storeLocation ?? stores.current.location,
      hasObjects: true,
    });
  });

const partsOf = (job: AccessJob, { id }: AccessRecord): Promise<AccessPartRecord[]> =>
  job.read((tx) => listAccessParts(tx, [id]));

/** Asks the services that have not answered yet. Returns every part. */
async function collect(
  job: AccessJob,
  request: AccessRecord,
  options: AccessJobOptions,
): Promise<AccessPartRecord[]> {
  const question = {
    store: storeOf(options.stores, request),
    place: requestPlace(job.tenantId, request),
    subjectId: request.subjectId ?? '',
    signal: job.signal,
  };
  const isLast = job.attempt >= options.kind.maxAttempts;
  const open = (await partsOf(job, request)).filter(({ status }) => status === 'pending');
  await Promise.all(
    open.map(async ({ peer }) => {
      const part = await fetchPart(options, question, peer);
      const status = part.status === 'failed' && !isLast ? 'pending' : part.status;
      await job.transact((tx) => updatePart(tx, request.id, { ...part, status }));
    }),
  );
  return partsOf(job, request);
}

/** Returns the outcome of a request once all services have been asked. */
export function peerOutcomeOf(
  parts: readonly Pick<AccessPartRecord, 'status'>[],
): 'COMPLETED' | 'PARTIAL' | 'FAILED' {
  const asked = parts.filter(({ status }) => status !== 'disabled');
  const failures = asked.filter(({ status }) => status === 'failed').length;
  if (failures === 0) return 'COMPLETED';
  return failures === asked.length ? 'FAILED' : 'PARTIAL';
}

/** The end of a request, with the key that signed the manifest of its file, if it has one. */
interface Ended {
  state: 'COMPLETED' | 'PARTIAL' | 'FAILED';
  kid?: string;
}

async function conclude(
  tx: Tx,
  requestId: string,
  { kid, ...change }: Partial<AccessRecord> & Pick<Ended, 'state' | 'kid'>,
): Promise<void> {
  const request = await lockedAccessRequest(tx, requestId);
  // The request was cancelled or the person erased in the meantime; cleanup deletes the objects.
  if (request.state !== 'RUNNING' && request.state !== 'PENDING') return;
  const ended = await changeAccessRequest(tx, request, change);
  const types = {
    COMPLETED: 'access_request.completed',
    PARTIAL: 'access_request.partial',
    FAILED: 'access_request.failed',
  } as const;
  await publishAccess(tx, types[change.state], ended);
  if (kid !== undefined)
    await auditSigned(tx, { type: 'access_request', id: ended.id }, 'accessRequestCreate', { kid });
}

/** Builds and stores the file. */
async function bundle(
  job: AccessJob,
  request: AccessRecord,
  parts: readonly AccessPartRecord[],
  { stores, signer, bundleTtlMs }: AccessJobOptions,
): Promise<Omit<Partial<AccessRecord>, 'state'> & Pick<Ended, 'kid'>> {
  const generatedAt = await job.read(databaseNow);
  const issuer = await signer.issuerOf(job.tenantId);
  const place = requestPlace(job.tenantId, request);
  const store = storeOf(stores, request);
  const page = await accessPage(
    { subjectId: request.subjectId ?? '', generatedAt },
    parts.map((part) => ({ ...part, open: () => partBody(store, place, part) })),
  );
  const manifest = manifestOf(issuer, request, { parts, page, generatedAt });
  const { jws, kid } = await signDocument(signer, job.tenantId, 'EXPORT_MANIFEST', manifest);
  const { size, sha256 } = await storeBundle(store, place, {
    manifest,
    jws,
    page,
    parts,
  });
  return {
    kid,
    bundleBytes: size,
    bundleSha256: sha256,
    bundleGeneratedAt: generatedAt,
    bundleExpiresAt: new Date(generatedAt.getTime() + bundleTtlMs),
  };
}

/** Returns the failed state. Collected parts are kept for a retry as long as a file; without any, nothing is kept. */
async function failureOf(
  tx: Tx,
  requestId: string,
  { bundleTtlMs }: Pick<AccessJobOptions, 'bundleTtlMs'>,
): Promise<Pick<AccessRecord, 'bundleExpiresAt'> & { state: 'FAILED' }> {
  const parts = await listAccessParts(tx, [requestId]);
  const keptMs = parts.some(({ status }) => status === 'ok') ? bundleTtlMs : 0;
  const now = await databaseNow(tx);
  return { state: 'FAILED', bundleExpiresAt: new Date(now.getTime() + keptMs) };
}

/** The job behind an access request: keeps the answers that arrived, and asks the other services again. */
export const accessJob = (options: AccessJobOptions): JobMount =>
  handleJob(options.kind, {
    async run(job) {
      const request = await begin(job, options);
      if (!request) return;
      const parts = await collect(job, request, options);
      const missing = parts.filter(({ status }) => status === 'pending');
      if (missing.length > 0) throw new PartsMissing(missing.map(({ peer }) => peer));
      const state = peerOutcomeOf(parts);
      const made = state === 'FAILED' ? undefined : await bundle(job, request, parts, options);
      await job.transact(async (tx) =>
        conclude(
          tx,
          request.id,
          made ? { state, ...made } : await failureOf(tx, request.id, options),
        ),
      );
    },
    async onEnded(tx, { payload }) {
      await failPendingParts(tx, payload.requestId);
      await conclude(tx, payload.requestId, await failureOf(tx, payload.requestId, options));
    },
  });
