import { problemWithReason } from '@platform/kit/problem';

/** The part of a sign-in method that decides whether it can be removed. */
export interface RemovableMethod {
  id: string;
  /** Whether the login flow accepts it as the first factor. */
  signsIn: boolean;
}

/**
 * Whether a user can sign in without a method: another one signs in, or this one does not. Codes and links by mail, which every user with a
 * verified address has, count as another one if the login flow offers them.
 */
export const canDoWithout = (
  methods: readonly RemovableMethod[],
  id: string,
  { mailSignsIn }: { mailSignsIn: boolean },
): boolean =>
  mailSignsIn ||
  !methods.some((method) => method.id === id && method.signsIn) ||
  methods.some((method) => method.id !== id && method.signsIn);

/** @throws 409 `lockout_risk` for the last method that signs in */
export function requireOtherMethod(...given: Parameters<typeof canDoWithout>): void {
  if (canDoWithout(...given)) return;
  throw problemWithReason('lockout_risk', {
    code: 'last_sign_in_method',
    detail: 'This is the last method to sign in with. Set up another one first.',
  });
}
