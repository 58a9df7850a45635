import type { ConsentState } from '@platform/contracts';
import { liveStates } from './consent-store.ts';
import type { ConsentRecord, ConsentTerms } from './consent-store.ts';

const decisionDays = 30;

/** Returns when a state ends by itself: a given consent expires, a requested one waits 30 days for a decision. */
export function dueAt(
  { state, expiresAt }: Pick<ConsentTerms, 'state' | 'expiresAt'>,
  recordedAt: Date,
): Date | null {
  if (state === 'given') return expiresAt;
  if (state === 'requested') return new Date(recordedAt.getTime() + decisionDays * 86_400_000);
  return null;
}

/** Returns the state at a time: a consent past its end has expired, even before the sweep records it. */
export const consentStateAt = (
  { state, dueAt: due }: Pick<ConsentRecord, 'state' | 'dueAt'>,
  now: Date,
): ConsentState => (due !== null && due <= now ? 'expired' : state);

/** Whether the state is live. A person has one live consent per purpose. */
export const isLiveConsent = (state: ConsentState): boolean => liveStates.includes(state);
