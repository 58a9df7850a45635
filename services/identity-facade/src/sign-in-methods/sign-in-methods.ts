import type { LoginMethod, SignInMethodResource, SignInMethodType } from '@platform/contracts';
import { isId } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { identityLocks } from '../advisory-locks.ts';
import { describeAuthenticators, removeRecoveryCodes } from '../authenticators/removal.ts';
import { publishRemoved, removeCredential } from '../credentials/removal.ts';
import type { CredentialChange } from '../credential-change.ts';
import { describePassword } from '../passwords/password-removal.ts';
import { describeIdentities, unlinkIdentity } from '../social/identities.ts';
import type { AccountUser } from './account-user.ts';
import { firstFactors } from './first-factors.ts';
import type { FirstFactors } from './first-factors.ts';
import { canDoWithout, requireOtherMethod } from './removal-rule.ts';

/** Whose sign-in methods a request is about. */
export interface MethodOwner extends Pick<AccountUser, 'hasVerifiedEmail'> {
  userId: string;
}

type Described = Omit<SignInMethodResource, 'removable'>;

const passwordId = 'password';
const recoveryCodesId = 'recovery_codes';

const method = (
  id: string,
  type: SignInMethodType,
  more: Partial<Described> & Pick<Described, 'signsIn'>,
): Described => ({
  id,
  type,
  label: null,
  provider: null,
  email: null,
  createdAt: null,
  lastUsedAt: null,
  remaining: null,
  ...more,
});

const mailSignsIn = (
  { methods }: Pick<FirstFactors, 'methods'>,
  { hasVerifiedEmail }: Pick<MethodOwner, 'hasVerifiedEmail'>,
): boolean => hasVerifiedEmail && (methods.has('email_code') || methods.has('magic_link'));

async function describeMethods(
  tx: Tx,
  userId: string,
  { methods, connectors }: FirstFactors,
): Promise<Described[]> {
  const password = await describePassword(tx, userId);
  const { authenticators, recoveryCodes } = await describeAuthenticators(tx, userId);
  const identities = await describeIdentities(tx, userId);
  return [
    ...(password.hasPassword
      ? [
          method(passwordId, 'password', {
            createdAt: password.passwordSetAt,
            signsIn: methods.has('password'),
          }),
        ]
      : []),
    ...authenticators.map(({ id, method: type, label, createdAt, lastUsedAt }) =>
      method(id, type as SignInMethodType, {
        label,
        createdAt,
        lastUsedAt: lastUsedAt || null,
        signsIn: methods.has(type as LoginMethod),
      }),
    ),
    ...(recoveryCodes > 0
      ? [
          method(recoveryCodesId, 'recovery_codes', {
            remaining: recoveryCodes,
            signsIn: false,
          }),
        ]
      : []),
    ...identities.map(({ id, provider, email, linkedAt, lastUsedAt }) =>
      method(id, 'social', {
        provider,
        email: email || null,
        createdAt: linkedAt,
        lastUsedAt: lastUsedAt || null,
        signsIn: methods.has('social') && connectors.has(provider),
      }),
    ),
  ];
}

/** Lists what a user can sign in with. */
export async function listSignInMethods(
  tx: Tx,
  owner: MethodOwner,
): Promise<SignInMethodResource[]> {
  const factors = await firstFactors(tx);
  const methods = await describeMethods(tx, owner.userId, factors);
  const byMail = { mailSignsIn: mailSignsIn(factors, owner) };
  return methods.map((one) => ({ ...one, removable: canDoWithout(methods, one.id, byMail) }));
}

async function remove(
  tx: Tx,
  userId: string,
  id: string,
  change: CredentialChange,
): Promise<void> {
  if (isId('linkedIdentity', id)) {
    if (!(await unlinkIdentity(tx, userId, id, change))) throw problem('not_found');
    return;
  }
  if (id !== recoveryCodesId)
    return removeCredential(tx, { userId, authenticatorId: id === passwordId ? '' : id }, change);
  const removed = await removeRecoveryCodes(tx, userId);
  if (removed === undefined) throw problem('not_found');
  await publishRemoved(tx, userId, { method: removed }, change);
}

/**
 * Removes a sign-in method. Removals of one user wait for each other: otherwise two could each remove what the other relies on.
 * @throws 404; 409 `lockout_risk` for the last method that signs in
 */
export async function removeSignInMethod(
  tx: Tx,
  owner: MethodOwner,
  id: string,
  change: CredentialChange,
): Promise<void> {
  const { userId } = owner;
  await lock(tx, identityLocks.signInMethods, `${tx.context.tenantId} ${userId}`);
  const factors = await firstFactors(tx);
  const methods = await describeMethods(tx, userId, factors);
  if (!methods.some((one) => one.id === id)) throw problem('not_found');
  requireOtherMethod(methods, id, { mailSignsIn: mailSignsIn(factors, owner) });
  await remove(tx, userId, id, change);
}
