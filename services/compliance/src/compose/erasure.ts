import {
  erasureRequestOperations,
  erasureVetoClientOperations,
  ownErasureOperations,
} from '@platform/contracts';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { OutlivingRows } from '@platform/data-lifecycle/tenant-purge';
import { isCollecting } from '../access-requests/access-erasure.ts';
import type { ComplianceConfig } from '../config.ts';
import { eraseHere } from '../data-subject/erase-here.ts';
import { eraseMessages } from '../data-subject/erase-messages.ts';
import { certificatesRpc } from '../erasure/certificates-rpc.ts';
import { driveKinds, nudges } from '../erasure/drive-kinds.ts';
import { erasureDrives } from '../erasure/erasure-drive.ts';
import { erasureHandlers } from '../erasure/erasure-handlers.ts';
import { ownErasureHandlers } from '../erasure/own-erasure-handlers.ts';
import { erasurePeers } from '../erasure/erasure-peers.ts';
import { outlivingErasures } from '../erasure/erasure-store.ts';
import { erasureRetention, erasureSweep } from '../erasure/erasure-sweep.ts';
import { sweepTimes } from '../erasure/erasure-sweep-times.ts';
import { subjectSeals } from '../erasure/subject-seals.ts';
import { subjectsRpc } from '../erasure/subjects-rpc.ts';
import { vetoClientHandlers } from '../erasure/veto-client-handlers.ts';
import { documentSigner } from '../document-signer.ts';
import { subjectHashes } from '../subject-hash.ts';
import { resolveSubjects } from './subjects.ts';

/** Composes erasure: its operations, the drives and their sweep, and the RPC of siblings. */
export function composeErasure(
  platform: Platform,
  config: ComplianceConfig,
): Required<Pick<ServiceParts, 'mounts' | 'rpc' | 'jobs' | 'singletons'>> & {
  outliving: readonly OutlivingRows[];
} {
  const { db, jobs, cursors, secrets, peer, rpcRunner } = platform;
  const subjectHash = subjectHashes(config.subjectHashKey);
  const seals = subjectSeals(secrets);
  const kinds = driveKinds(config.erasureLockTtl);
  const nudge = nudges(jobs, kinds);
  const egress = platform.egress('compliance', { allowedHosts: config.internalHosts });
  const drives = erasureDrives({
    kinds,
    jobs,
    seals,
    nudge,
    isCollecting,
    ask: erasurePeers(peer, config.erasurePeerTimeout),
    signer: documentSigner(() => peer('hub')),
    consultation: { egress, seals, timeoutMs: config.vetoTimeout },
    windows: { maxHoldMs: config.maxHoldWindow, escalationMs: config.escalationInterval },
    eraseMessages: eraseMessages({ bus: platform.bus, db }),
    eraseHere: eraseHere({ subjectHash, proofRetentionMs: config.proofRetention }),
    graceMs: config.graceWindow,
    stalledAfterMs: config.stalledAfter,
  });
  const requests = {
    nudge,
    seals,
    subjectHash,
    resolve: resolveSubjects(platform),
    nextSweep: sweepTimes(config.erasureSweepCron),
  };
  return {
    mounts: [
      serve(erasureRequestOperations, erasureHandlers({ cursors, ...requests })),
      serve(ownErasureOperations, ownErasureHandlers(requests)),
      serve(erasureVetoClientOperations, vetoClientHandlers({ cursors, egress, seals, nudge })),
    ],
    rpc: [subjectsRpc({ rpcRunner, subjectHash }), certificatesRpc({ rpcRunner, subjectHash })],
    outliving: outlivingErasures,
    jobs: drives,
    singletons: [
      ...erasureSweep(db, nudge, config.erasureSweepCron),
      erasureRetention(db, config.tombstoneRetention),
    ],
  };
}
