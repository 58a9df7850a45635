import type { Tx } from '@platform/kit/database';
import { clearAttempts as clear } from './attempt-store.ts';

/** An erased person's events were redacted: answers that receivers gave to them are not kept either. */
export async function redactAttempts(tx: Tx, eventIds: readonly string[]): Promise<void> {
  await clear(tx, eventIds);
}
