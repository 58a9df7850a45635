import { beginLoginChallenge, verifyChallenge } from '../methods/challenges.ts';
import { stepFailure, lasting, stepAt, visitOf } from './login-step.ts';
import type { Login, LoginStep, StepContext, StepResult } from './login-step.ts';
import type { HomeRealm } from '../flow/login-progress.ts';
import { parsedResponse } from '../methods/passkey-response.ts';
import { findPerson, personKey } from '../person/person.ts';

const kindsAt = (login: Login) => {
  const step = stepAt(login);
  return step?.type === 'identify' ? step.config.identifiers : (['email', 'username'] as const);
};

/** Whether the flow asks for a passkey anywhere: browsers then offer them in the field of the identifier. */
const takesPasskeys = ({ flow }: Login): boolean =>
  flow.definition.steps.some(
    (step) => step.type === 'authenticate' && step.config.methods.includes('passkey'),
  );

const isKind = (kind: string): kind is HomeRealm['kind'] => kind === 'oidc' || kind === 'saml';

/** The identity provider of an address's domain, where the step looks for one; undefined for people who sign in here. */
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

/** Looks the person up; what the evaluator makes of someone unknown is the flow's decision. */
async function identify(context: StepContext): Promise<StepResult> {
  const { login, form, siblings } = context;
  const typed = (form['identifier'] ?? '').trim();
  const field = { field: 'identifier' };
  if (typed === '') return stepFailure(context, 'error.required', field);
  const key = typed.length <= 320 ? personKey(typed, kindsAt(login)) : undefined;
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

/** The page again, with a challenge that can still be signed. */
async function passkeyFailure(context: StepContext): Promise<StepResult> {
  const { progress } = stepFailure(context, 'login.error.passkey_failed');
  const challenge = await beginLoginChallenge(context.siblings, context.login, anyPasskey);
  return { progress: { ...progress, challenge } };
}

/** A passkey chosen from the field of the identifier says who it is. It is verified again by the step that asks for it. */
async function identifyByPasskey(context: StepContext): Promise<StepResult> {
  const { login, form, siblings } = context;
  const { challenge } = login.progress;
  const response = parsedResponse(form);
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

/** Asks who signs in. */
export const identifyStep: LoginStep = {
  async arrive({ login, siblings }) {
    const { notice, values } = login.progress;
    const progress = { ...lasting(login.progress), at: visitOf(login.state), notice, values };
    if (!takesPasskeys(login)) return { progress };
    return {
      progress: { ...progress, challenge: await beginLoginChallenge(siblings, login, anyPasskey) },
    };
  },
  actions: {
    identify,
    passkey: identifyByPasskey,
    // Whoever signs up is not the person of the browser's session.
    'sign-up': async () => ({
      progress: { ignoresSession: true },
      answer: { outcome: 'not_found', signsUp: true },
    }),
  },
};
