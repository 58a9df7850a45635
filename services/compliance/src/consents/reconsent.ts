import type { ReconsentReason } from '@platform/contracts';
import { consentStateAt } from './consent-state.ts';
import type { ConsentRecord } from './consent-store.ts';
import type { Requirements } from './requirements.ts';

/** Why a person has to agree again; empty where they need not. Only who agreed once is asked again. */
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

/** Why a given consent does not suffice today: what comes into effect later does not count yet. */
export function outdatedBy(
  consent: ConsentRecord,
  { now, purposes, floors }: Requirements,
): 'version_outdated' | 'document_outdated' | undefined {
  const purpose = purposes.get(consent.purposeKey);
  if (purpose && consent.version < purpose.effectiveMinVersion) return 'version_outdated';
  if (consent.notices.some((notice) => floors.above(notice, now))) return 'document_outdated';
  return undefined;
}
