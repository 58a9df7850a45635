import { askRegistrationHooks } from '../hooks/registration-hooks.ts';
import { beginLoginChallenge, rejection, verifyChallenge } from './challenges.ts';
import { hookQuestion } from './hook-step.ts';
import { stepFailure, stepAt, visitOf } from './login-step.ts';
import type { Login, LoginStep, StepContext, StepResult } from './login-step.ts';
import { setPassword } from './password-reset.ts';
import { findPerson } from './person.ts';

/** The configuration of the step that signs people up. */
export function registration(login: Login) {
  const step = stepAt(login);
  if (step?.type !== 'register') throw new Error('the login is at no register step');
  return step.config;
}

const isEmail = (text: string): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 254;

/** Takes the data of someone new. Who has the address already learns so only after proving to own it. */
async function submit(context: StepContext): Promise<StepResult> {
  const { login, form, siblings } = context;
  const { attributes, requireVerifiedEmail } = registration(login);
  const values: Record<string, string> = {};
  for (const { name, required } of attributes) {
    const value = (form[name] ?? '').trim();
    if (required && value === '') return stepFailure(context, 'error.required', { field: name });
    if (value !== '') values[name] = value;
  }
  const email = (form['email'] ?? '').trim();
  if (!isEmail(email)) return stepFailure(context, 'error.email_form', { field: 'email' });
  const progress = { ...login.progress, failure: undefined, values: undefined };
  const signUp = { values: { ...values, email } };
  if (!requireVerifiedEmail)
    return continueSignUp({ ...context, login: { ...login, progress: { ...progress, signUp } } });
  const challenge = await beginLoginChallenge(
    siblings,
    { ...login, progress: { identifier: email } },
    { method: 'email_code', purpose: 'verify_contact', email },
  );
  return { progress: { ...progress, signUp: { ...signUp, challenge } } };
}

async function verifyCode(context: StepContext): Promise<StepResult> {
  const { login, form, siblings } = context;
  const { signUp } = login.progress;
  const code = (form['code'] ?? '').replace(/\D/g, '');
  if (!signUp?.challenge) return { progress: login.progress };
  if (code === '') return stepFailure(context, 'error.required', { field: 'code' });
  const { id: challengeId } = signUp.challenge;
  const response = { code };
  const verdict = await verifyChallenge(siblings, login, {
    method: 'email_code',
    challengeId,
    response,
  });
  if (verdict.outcome !== 'SUCCESS')
    return { ...rejection(context, 'email_code', verdict), answer: undefined };
  const progress = {
    ...login.progress,
    failure: undefined,
    signUp: { values: signUp.values, isVerified: true },
  };
  return continueSignUp({ ...context, login: { ...login, progress } });
}

/** With all that is needed known: asks for a password, or makes the user at once. */
async function continueSignUp(context: StepContext): Promise<StepResult> {
  const { login, siblings } = context;
  const { signUp } = login.progress;
  const email = signUp?.values['email'] ?? '';
  const existing = await findPerson(siblings, login.request.tenant.id, { email });
  if (existing)
    return {
      progress: { identifier: email, notice: { key: 'login.notice.account_exists' } },
      answer: { outcome: 'existing' },
    };
  if (registration(login).initialMethods.includes('password')) return { progress: login.progress };
  return create(context);
}

async function create(context: StepContext): Promise<StepResult> {
  const { login, siblings } = context;
  const { signUp } = login.progress;
  if (!signUp) return { progress: login.progress };
  const { email = '', ...given } = signUp.values;
  const asked = await askRegistrationHooks(
    siblings.hooks,
    { ...hookQuestion(login), user: { ...given, email } },
    given,
  );
  if (asked.outcome === 'denied')
    return asked.message === ''
      ? stepFailure(context, 'login.error.sign_up_refused')
      : stepFailure(context, 'login.error.sign_up_denied', { values: { reason: asked.message } });
  if (asked.outcome === 'unavailable')
    return stepFailure(context, 'login.error.sign_up_unavailable');
  const { profile } = asked;
  const made = await siblings.directory().ProvisionUser(
    {
      tenantId: login.request.tenant.id,
      email,
      emailVerified: signUp.isVerified === true,
      profileJson: JSON.stringify(profile),
      actions: [{ create: { status: 'active' } }],
      loginId: login.request.uid,
    },
    { deadlineMs: siblings.deadlineMs },
  );
  if (made.outcome === 'REFUSED' || made.userId === '')
    return stepFailure(context, 'login.error.sign_up_refused');
  const withPassword = registration(login).initialMethods.includes('password');
  if (withPassword) {
    const reason = await setPassword(context, made.userId);
    if (reason) return stepFailure(context, reason.key, { field: 'new-password', ...reason });
  }
  return {
    progress: { identifier: email, userId: made.userId },
    answer: { outcome: 'success', method: withPassword ? 'password' : undefined },
  };
}

const password = async (context: StepContext): Promise<StepResult> => {
  const { signUp } = context.login.progress;
  const { requireVerifiedEmail } = registration(context.login);
  return signUp && (signUp.isVerified || !requireVerifiedEmail)
    ? create(context)
    : { progress: context.login.progress };
};

const restart = async ({ login }: StepContext): Promise<StepResult> => ({
  progress: { at: visitOf(login.state), values: login.progress.signUp?.values },
});

/** Signs someone new up: their data, a code to their address, a password. */
export const registerStep: LoginStep = {
  arrive: async ({ login }) => ({
    progress: { at: visitOf(login.state), values: { email: login.progress.identifier ?? '' } },
  }),
  actions: {
    submit,
    'verify-code': verifyCode,
    'create-password': password,
    'restart-sign-up': restart,
  },
};
