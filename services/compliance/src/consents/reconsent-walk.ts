import { isDeepStrictEqual } from 'node:util';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, JobMount, Jobs } from '@platform/kit/jobs';
import type { Tx } from '@platform/kit/database';
import { z } from 'zod';
import { findPurpose } from '../purposes/purposes.ts';
import type { ReconsentFloor, RequireReconsent } from '../reconsent-floor.ts';
import { consentStateAt } from './consent-state.ts';
import { listGivenConsents } from './consent-store.ts';
import type { ConsentRecord } from './consent-store.ts';
import { publishConsent } from './consent-writes.ts';
import { requirementsOf } from './requirements.ts';
import type { Requirements } from './requirements.ts';

const floorPayload = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('purpose'), purposeKey: z.string(), version: z.int() }),
  z.object({
    kind: z.literal('document'),
    clientId: z.string(),
    docType: z.string(),
    locale: z.string(),
    version: z.int(),
  }),
]);

/** Publishes an event for each person who must agree again to a new version. */
const reconsentWalkKind = jobKind<ReconsentFloor>({
  name: 'reconsent_walk',
  payload: floorPayload,
  perTenant: 2,
  resetAttemptsOnCheckpoint: true,
});

/** Starts a walk in the transaction that sets the floor. */
export const startsReconsentWalk =
  (jobs: Jobs): RequireReconsent =>
  async (tx, floor) =>
    void (await jobs.enqueue(tx, reconsentWalkKind, floor, { dedupeKey: JSON.stringify(floor) }));

/** Returns when this floor takes effect for a consent; undefined if it does not require the person to agree again. */
function effectOn(
  consent: ConsentRecord,
  floor: ReconsentFloor,
  { now, floors, purposeEffectiveAt }: Requirements & { purposeEffectiveAt: Date | undefined },
): Date | undefined {
  if (consentStateAt(consent, now) !== 'given') return undefined;
  if (floor.kind === 'purpose')
    return consent.version < floor.version ? purposeEffectiveAt : undefined;
  const { kind: _kind, ...wanted } = floor;
  const above = consent.notices.flatMap((notice) => floors.above(notice) ?? []);
  return above.find(({ effectiveAt: _at, ...slot }) => isDeepStrictEqual(slot, wanted))
    ?.effectiveAt;
}

async function tellBlock(
  tx: Tx,
  floor: ReconsentFloor,
  consents: readonly ConsentRecord[],
): Promise<number> {
  const purpose =
    floor.kind === 'purpose' ? await findPurpose(tx, floor.purposeKey, floor.version) : undefined;
  const requirements = {
    ...(await requirementsOf(tx, consents)),
    purposeEffectiveAt: purpose?.effectiveAt,
  };
  let told = 0;
  for (const consent of consents) {
    const effectiveAt = effectOn(consent, floor, requirements);
    if (!effectiveAt) continue;
    await publishConsent(tx, 'consent.reconsent_required', consent, {
      effectiveAt: effectiveAt.toISOString(),
      cause: floor,
    });
    told += 1;
  }
  return told;
}

interface Position {
  after: string;
  told: number;
}

/** Walks given consents in blocks. Events and position commit together, so that each person gets one event. */
export function reconsentWalk({ blockRows = 500 }: { blockRows?: number } = {}): JobMount {
  const walkBlock = (
    job: ActiveJob<ReconsentFloor>,
    from: Position,
  ): Promise<Position | undefined> =>
    job.transact(async (tx) => {
      const floor = job.payload;
      const purposeKey = floor.kind === 'purpose' ? floor.purposeKey : undefined;
      const consents = await listGivenConsents(tx, {
        after: from.after,
        purposeKey,
        limit: blockRows,
      });
      const last = consents.at(-1);
      if (!last) return undefined;
      const told = from.told + (await tellBlock(tx, floor, consents));
      const position = { after: last.id, told };
      await job.checkpoint(tx, position, { told });
      return position;
    });

  return handleJob(reconsentWalkKind, {
    async run(job) {
      let position = (job.resumeFrom as Position | undefined) ?? { after: '', told: 0 };
      while (!job.signal.aborted) {
        const next = await walkBlock(job, position);
        if (!next) return;
        position = next;
      }
    },
  });
}
