import { ssfStreamEventTypes } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { publishReceiverEvent } from './receiver-status.ts';
import { setVerificationFailed, setVerified } from './receiver-store.ts';
import type { ReceiverRecord } from './receiver-store.ts';
import { endTokens } from './token-store.ts';
import type { TokenEnd } from './token-store.ts';

const isVerification = (type: string): boolean => type === ssfStreamEventTypes.verification;

/**
 * Ends tokens of a locked receiver. An acknowledged verification event verifies the receiver; a
 * rejected one does not. Returns how many of the tokens were still pending.
 */
export async function finishTokens(
  tx: Tx,
  receiver: ReceiverRecord,
  jtis: readonly string[],
  end: TokenEnd,
): Promise<number> {
  const types = await endTokens(tx, receiver.id, jtis, end);
  if (receiver.verificationState === 'verified' || !types.some(isVerification)) return types.length;
  if (end.state === 'delivered') {
    await setVerified(tx, receiver.id);
    await publishReceiverEvent(tx, 'ssf.receiver_verified', receiver);
  }
  if (end.state === 'rejected')
    await setVerificationFailed(tx, receiver.id, end.error ?? 'rejected');
  return types.length;
}
