import {
  complianceProfileOperations,
  consentOperations,
  consentPurposeOperations,
  ownConsentOperations,
} from '@platform/contracts';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { ComplianceConfig } from '../config.ts';
import type { GrantRules } from '../consents/consent-grant.ts';
import { consentHandlers } from '../consents/consent-handlers.ts';
import { ownConsentHandlers } from '../consents/own-consent-handlers.ts';
import { consentRetention } from '../consents/consent-retention.ts';
import { consentSweep } from '../consents/consent-sweep.ts';
import { consentsRpc } from '../consents/consents-rpc.ts';
import { reconsentWalk, startsReconsentWalk } from '../consents/reconsent-walk.ts';
import { complianceDataSubject } from '../data-subject/compliance-data-subject.ts';
import { erasedSubjects } from '../erasure/erased-subjects.ts';
import { subjectHashes } from '../subject-hash.ts';
import { profileHandlers } from '../profile/profile.ts';
import { purposeHandlers } from '../purposes/purpose-handlers.ts';
import { documentSigner } from '../document-signer.ts';
import { ownReceiptHandlers, receiptHandlers } from '../receipts/receipt-handlers.ts';

/** Composes consents: purposes, the profile in receipts, receipts, the sweep, and the RPC of siblings. */
export function composeConsents(
  { db, jobs, cursors, rpcRunner, peer }: Platform,
  config: ComplianceConfig,
): Required<Pick<ServiceParts, 'mounts' | 'rpc' | 'jobs' | 'singletons'>> {
  const subjectHash = subjectHashes(config.subjectHashKey);
  const rules: GrantRules = {
    requiresRegisteredPurpose: config.requiresRegisteredPurpose,
    isErased: erasedSubjects(subjectHash),
  };
  const signer = documentSigner(() => peer('hub'));
  const handlers = { ...consentHandlers({ cursors, rules }), ...receiptHandlers(signer) };
  const own = { ...ownConsentHandlers({ cursors }), ...ownReceiptHandlers(signer) };
  const requireReconsent = startsReconsentWalk(jobs);
  return {
    mounts: [
      serve(consentOperations, handlers),
      serve(ownConsentOperations, own),
      serve(consentPurposeOperations, purposeHandlers({ cursors, requireReconsent })),
      serve(complianceProfileOperations, profileHandlers),
    ],
    rpc: [consentsRpc({ rpcRunner, rules }), complianceDataSubject({ db, subjectHash })],
    jobs: [reconsentWalk()],
    singletons: [
      consentSweep(db, config.consentSweepCron),
      consentRetention(db, config.proofRetention),
    ],
  };
}
