import type { HomeRealm } from '../flow/login-progress.ts';
import { beginLoginChallenge, verifyChallenge } from '../methods/challenges.ts';
import { parsePasskeyResponse } from '../methods/passkey-response.ts';
import { findPerson, personKey } from '../person/person.ts';
import { stepFailure, carriedOver, stepAt, visitOf } from './login-step.ts';
import type { Login, LoginStep, StepContext, StepResult } from './login-step.ts';

const acceptedKinds = (login: Login) => {
  const step = stepAt(login);
  return step?.type === 'identify' ? step.config.identifiers : (['email', 'username'] as const);
};

/** Whether any step of the flow takes passkeys. If so, browsers offer them in the identifier field. */
const takesPasskeys = ({ flow }: Login): boolean =>
  flow.definition.steps.some(
    (step) => step.type === 'authenticate' && step.config.methods.includes('passkey'),
  );

const isKind = (kind: string): kind is HomeRealm['kind'] => kind === 'oidc' || kind === 'saml';

/** Finds the identity provider of the address's domain. Undefined if there is none, or if the step does not lead to one. */
async function homeRealmOf(
  { login, ask, siblings }: Pick<StepContext, 'login' | 'ask' | 'siblings'>,
  typed: string,
): Promise<HomeRealm | undefined> {
  const step = stepAt(login);
  const leadsOn = step?.on['federated'] !== undefined && ask.outcomes.includes('federated');
  if (!leadsOn || !typed.includes('@')) return undefined;
  const { organizationId, connections } = await siblings
    .directory()
    .ResolveDomain(
      { tenantId: login.request.tenant.id, emailOrDomain: typed },
      { deadlineMs: siblings.deadlineMs, repeatable: true },
    );
  const found = connections.find(({ kind }) => isKind(kind));
  if (!found || !isKind(found.kind)) return undefined;
  return { directoryId: found.directoryId, kind: found.kind, organizationId };
}

/** Looks the person up. The flow decides what follows an unknown identifier. */
async function identify(context: StepContext): Promise<StepResult> {
  const { login, form, siblings } = context;
  const typed = (form['identifier'] ?? '').trim();
  const field = { field: 'identifier' };
  if (typed === '') return stepFailure(context, 'error.required', field);
  const key = typed.length <= 320 ? personKey(typed, acceptedKinds(login)) : undefined;
  if (!key) return stepFailure(context, 'login.error.identifier_form', field);
  const { ignoresSession } = login.progress;
  const homeRealm = await homeRealmOf(context, typed);
  if (homeRealm)
    return {
      progress: { identifier: typed, ignoresSession, homeRealm },
      answer: { outcome: 'federated' },
    };
  const { request, browser } = login;
  const person = await findPerson(siblings, request.tenant.id, key, browser.deviceToken);
  const progress = { identifier: typed, userId: person?.id, ignoresSession };
  return { progress, answer: { outcome: person ? 'found' : 'not_found' }, person };
}

const anyPasskey = { method: 'passkey', purpose: 'authenticate', isAnonymous: true } as const;

/** Shows the page again with a new challenge to sign. */
async function passkeyFailure(context: StepContext): Promise<StepResult> {
  const { progress } = stepFailure(context, 'login.error.passkey_failed');
  const challenge = await beginLoginChallenge(context.siblings, context.login, anyPasskey);
  return { progress: { ...progress, challenge } };
}

/** Identifies the person by a passkey chosen in the identifier field. The next step that takes passkeys accepts it as a factor. */
async function identifyByPasskey(context: StepContext): Promise<StepResult> {
  const { login, form, siblings } = context;
  const { challenge } = login.progress;
  const response = parsePasskeyResponse(form);
  if (!challenge || !response) return passkeyFailure(context);
  const verdict = await verifyChallenge(
    siblings,
    { ...login, progress: {} },
    {
      method: 'passkey',
      challengeId: challenge.id,
      response,
    },
  );
  if (verdict.outcome !== 'SUCCESS' || verdict.userId === '') return passkeyFailure(context);
  const person = await findPerson(siblings, login.request.tenant.id, { userId: verdict.userId });
  if (!person) return passkeyFailure(context);
  const identifier = person.email ?? String(person.profile['displayName'] ?? '');
  return {
    progress: {
      identifier,
      userId: person.id,
      provenPasskey: {
        userVerified: verdict.factorKinds.length > 1,
        hardwareProtected: verdict.hardwareProtected,
      },
    },
    answer: { outcome: 'found' },
  };
}

export const identifyStep: LoginStep = {
  async arrive({ login, siblings }) {
    const { notice, values } = login.progress;
    const progress = { ...carriedOver(login.progress), at: visitOf(login.state), notice, values };
    if (!takesPasskeys(login)) return { progress };
    return {
      progress: { ...progress, challenge: await beginLoginChallenge(siblings, login, anyPasskey) },
    };
  },
  actions: {
    identify,
    passkey: identifyByPasskey,
    // The person who signs up is not the user of the browser's session.
    'sign-up': async () => ({
      progress: { ignoresSession: true },
      answer: { outcome: 'not_found', signsUp: true },
    }),
  },
};
