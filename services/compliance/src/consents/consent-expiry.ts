import type { Tx } from '@platform/kit/database';
import { consentStateAt } from './consent-state.ts';
import type { ConsentRecord } from './consent-store.ts';
import { onExpiry } from './consent-transitions.ts';
import { writeConsent } from './consent-writes.ts';

/** Records that a locked consent has expired, if it has. */
export async function closeIfDue(tx: Tx, consent: ConsentRecord, now: Date): Promise<boolean> {
  const { dueAt, personal } = consent;
  if (dueAt === null || personal === null || consentStateAt(consent, now) !== 'expired')
    return false;
  const terms = { ...consent, personal };
  await writeConsent(tx, {
    before: consent,
    terms,
    transition: onExpiry(),
    occasion: { at: dueAt, now },
  });
  return true;
}
