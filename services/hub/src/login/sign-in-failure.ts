import type { LoginMethod } from '@platform/contracts';
import type { Login, LoginEvent } from './login-step.ts';

const reasonOf = (method: LoginMethod, outcome: string, isKnown: boolean): string => {
  if (outcome === 'LOCKED') return 'locked_out';
  if (outcome === 'EXPIRED') return 'expired';
  if (!isKnown) return 'user_not_found';
  return method === 'password' ? 'invalid_credentials' : 'factor_failed';
};

/** The event of an answer that was not accepted; without a user where nobody has the identifier. */
export const signInFailed = (
  { progress: { userId }, experience, state }: Login,
  method: LoginMethod,
  outcome: string,
): LoginEvent => ({
  type: 'user.sign_in_failed',
  userId,
  more: {
    step: state.step,
    method,
    reason: reasonOf(method, outcome, userId !== undefined),
    flowVersion: experience.version,
  },
});
