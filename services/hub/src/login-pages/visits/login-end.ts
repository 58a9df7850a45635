import { evidenceOfFactor, resultOf } from '@platform/login-flow';
import type { ProvenFactor } from '@platform/login-flow';
import type { FinishedLogin } from '../../login/requests/finished-login.ts';
import type { Login } from '../../login/steps/login-step.ts';
import { organizationOf, personRefusal } from '../../login/person/person-refusal.ts';
import type { PersonRefusal } from '../../login/person/person-refusal.ts';
import type { SignInFactor } from '../../sessions/sign-in-session.ts';

export type LoginEnd =
  | { kind: 'finished'; login: FinishedLogin }
  | { kind: PersonRefusal | 'denied' | 'attempts'; error: string; description: string };

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** The connection used to sign in, for `user.signed_in`. */
const connectionFields = ({ connection }: Login['progress']) =>
  connection && {
    connector: connection.kind === 'social' ? connection.id : null,
    connectionId: connection.id,
  };

const signInFactor = (factor: ProvenFactor): SignInFactor => ({
  method: factor.method,
  at: seconds(factor.provenAt),
  evidence: evidenceOfFactor(factor),
});

function finishedLogin(login: Login): FinishedLogin {
  const { flow, state, facts, progress, experience, startedAt, browser } = login;
  const result = resultOf(flow, state, facts);
  const { level, acr, amr, phishingResistant, hardwareProtected } = result.assurance;
  const organizationId = organizationOf(login);
  return {
    userId: progress.userId ?? '',
    acr: acr ?? level ?? 'aal1',
    amr,
    authTime: seconds(result.authenticatedAt ?? facts.now),
    factors: state.factors.map(signInFactor),
    satisfiedAcr: [
      ...['aal1', 'aal2', 'aal3'].filter((one) => level !== null && one <= level),
      ...(phishingResistant ? ['phr'] : []),
      ...(phishingResistant && hardwareProtected ? ['phrh'] : []),
    ],
    sessionLifetimeSeconds: result.sessionLifetimeSeconds,
    sessionIdleSeconds: result.sessionIdleSeconds,
    acceptedDocTypes: progress.acceptedDocTypes,
    passwordChanged: progress.passwordChanged,
    ...(organizationId && { organizationId }),
    event: {
      flowVersion: experience.version,
      entrypoint: experience.entrypoint,
      durationMilliseconds: Math.max(0, facts.now - startedAt),
      ...(browser.network?.country && { country: browser.network.country }),
      ...connectionFields(progress),
      signUp: progress.signedUp === true || progress.connection?.isNew === true,
    },
  };
}

/** The error that the application receives, by the reason why the person cannot complete the login. */
const refusals: Readonly<Record<PersonRefusal, { error: string; description: string }>> = {
  disabled: { error: 'access_denied', description: 'the user is not allowed to sign in' },
  // OpenID Connect Core §3.1.2.1
  other_user: {
    error: 'login_required',
    description: 'the user who signed in is not the one that the request names',
  },
  not_member: {
    error: 'access_denied',
    description: 'the user is not an active member of the organization',
  },
};

/** How a login ended. Undefined while it is in progress. Users who may not sign in learn so only after authenticating. */
export function endOf(login: Login): LoginEnd | undefined {
  const { state, progress } = login;
  if (state.status === 'asking') return undefined;
  if (state.status !== 'completed' || progress.userId === undefined) {
    const error = state.denyReason ?? 'access_denied';
    // The last form failed, so the login ended because of too many attempts.
    const kind = state.denyReason === 'access_denied' && progress.failure ? 'attempts' : 'denied';
    return { kind, error, description: 'the login was denied' };
  }
  const refusal = personRefusal(login);
  if (refusal !== undefined) return { kind: refusal, ...refusals[refusal] };
  return { kind: 'finished', login: finishedLogin(login) };
}
