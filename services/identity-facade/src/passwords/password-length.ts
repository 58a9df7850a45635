import type { Tx } from '@platform/kit/database';
import { completesWithPassword, effectiveFlow } from '@platform/login-flow';
import { effectiveLogin } from '../login-flows/effective-login.ts';
import type { EffectiveLogin } from '../login-flows/effective-login.ts';

/** The minimum lengths of passwords. */
export interface LengthSettings {
  minLength: number;
  singleFactorMinLength: number;
}

/**
 * The minimum length of a password: longer if a login of the client can complete with nothing else (NIST SP 800-63B-4 §3.1.1.1).
 */
export const minimumLengthIn =
  ({ minLength, singleFactorMinLength }: LengthSettings) =>
  ({ definition, binding, entrypoint }: EffectiveLogin): number => {
    const flow = effectiveFlow(definition, { binding, entrypoint });
    return completesWithPassword(flow) ? singleFactorMinLength : minLength;
  };

/** {@link minimumLengthIn} for the flow that a client uses now. */
export const minimumLength =
  (settings: LengthSettings) =>
  async (tx: Tx, clientId: string): Promise<number> =>
    minimumLengthIn(settings)(await effectiveLogin(tx, { clientId }));
