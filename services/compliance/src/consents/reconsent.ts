import type { ReconsentReason } from '@platform/contracts';
import { consentStateAt } from './consent-state.ts';
import type { ConsentRecord } from './consent-store.ts';
import type { Requirements } from './requirements.ts';

/** Returns why a person must agree again; empty if they need not. Applies only to people who have agreed once. */
export function reconsentReasons(
  consent: ConsentRecord,
  { now, purposes, floors }: Requirements,
): ReconsentReason[] {
  const state = consentStateAt(consent, now);
  const purpose = purposes.get(consent.purposeKey);
  if (state === 'expired')
    return !consent.isSuperseded && purpose?.state === 'active' ? ['expired'] : [];
  if (state !== 'given') return [];
  const reasons: ReconsentReason[] = [];
  if (purpose && consent.version < purpose.minVersion) reasons.push('purpose_version');
  if (consent.notices.some((notice) => floors.above(notice))) reasons.push('document_version');
  return reasons;
}

/** Returns why a given consent is insufficient now; ignores floors that take effect later. */
export function outdatedBy(
  consent: ConsentRecord,
  { now, purposes, floors }: Requirements,
): 'version_outdated' | 'document_outdated' | undefined {
  const purpose = purposes.get(consent.purposeKey);
  if (purpose && consent.version < purpose.effectiveMinVersion) return 'version_outdated';
  if (consent.notices.some((notice) => floors.above(notice, now))) return 'document_outdated';
  return undefined;
}
