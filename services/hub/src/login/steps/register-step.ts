import { emailKey } from '@platform/kit/formats';
import { askRegistrationHooks } from '../../hooks/registration-hooks.ts';
import { profileOfAttributes } from '../../user-attributes/user-attributes.ts';
import type { FormFailure, PageMessage, SignUp } from '../flow/login-progress.ts';
import {
  mailLoginChallenge,
  rejection,
  tooManyMails,
  verifyChallenge,
} from '../methods/challenges.ts';
import { checkPassword, setPassword } from '../methods/new-password.ts';
import { typedDigits } from '../methods/typed-code.ts';
import { findPerson } from '../person/person.ts';
import { hookQuestion } from './hook-step.ts';
import { stepFailure, stepAt, visitOf } from './login-step.ts';
import type { Login, LoginStep, StepContext, StepResult } from './login-step.ts';
import { directoryFailure, readPrompted } from './prompted-attributes.ts';
import type { PromptedAttribute } from './prompted-attributes.ts';

function registration(login: Login) {
  const step = stepAt(login);
  if (step?.type !== 'register') throw new Error('the current step is not a register step');
  return step.config;
}

/** Attributes of the first form, which always include the e-mail address. */
export function signUpAttributes(login: Login): PromptedAttribute[] {
  const { attributes } = registration(login);
  const hasEmail = attributes.some(({ name }) => name === 'email');
  return hasEmail ? attributes : [{ name: 'email', required: true }, ...attributes];
}

/** Handles the first form. With `requireVerifiedEmail`, only the owner of an address learns whether it has an account. */
async function submit(context: StepContext): Promise<StepResult> {
  const { login, form, siblings } = context;
  const { requireVerifiedEmail } = registration(login);
  const read = readPrompted(form, signUpAttributes(login));
  if ('failure' in read) return stepFailure(context, read.failure.key, read.failure);
  const { email = '' } = read.values;
  if (emailKey(email) === undefined)
    return stepFailure(context, 'error.email_form', { field: 'email' });
  const progress = { ...login.progress, failure: undefined, notice: undefined, values: undefined };
  const isVerified = progress.verifiedEmail === email;
  const signUp = { values: read.values, isVerified };
  if (isVerified || !requireVerifiedEmail)
    return continueSignUp({ ...context, login: { ...login, progress: { ...progress, signUp } } });
  const challenge = await mailLoginChallenge(
    siblings,
    { ...login, progress: { identifier: email } },
    { method: 'email_code', purpose: 'verify_contact', email },
  );
  if (!challenge) return stepFailure(context, tooManyMails.key, tooManyMails);
  return { progress: { ...progress, signUp: { ...signUp, challenge } } };
}

/** Sends another code to the same address. */
async function resend(context: StepContext): Promise<StepResult> {
  const { signUp } = context.login.progress;
  if (!signUp?.challenge) return { progress: context.login.progress };
  const { progress } = await submit({ ...context, form: signUp.values });
  const notice = progress.failure ? undefined : { key: 'login.notice.code_sent' };
  return { progress: { ...progress, notice } };
}

async function verifyCode(context: StepContext): Promise<StepResult> {
  const { login, form, siblings } = context;
  const { signUp } = login.progress;
  const code = typedDigits(form['code'] ?? '');
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

/** Leads to sign-in, because the address has an account. A password that was chosen here is not set. */
const signInInstead = (email: string): StepResult => ({
  progress: {
    identifier: email,
    ignoresSession: true,
    notice: { key: 'login.notice.account_exists' },
  },
  answer: { outcome: 'existing' },
});

/** Asks for a password, or creates the user if none is needed. */
async function continueSignUp(context: StepContext): Promise<StepResult> {
  const { login, siblings } = context;
  const { signUp } = login.progress;
  const email = signUp?.values['email'] ?? '';
  const existing = await findPerson(siblings, login.request.tenant.id, { email });
  if (existing) return signInInstead(email);
  if (registration(login).initialMethods.includes('password')) return { progress: login.progress };
  return create(context);
}

/** Shows the first form again after the directory has rejected a value. A verified address remains verified. */
function askAgain({ login }: StepContext, signUp: SignUp, failure: FormFailure): StepResult {
  const { values, isVerified } = signUp;
  const verifiedEmail = isVerified ? values['email'] : undefined;
  return { progress: { at: visitOf(login.state), values, verifiedEmail, failure } };
}

/** Creates the user, or asks for other values. */
async function provision(
  context: StepContext,
  signUp: SignUp,
  profile: Record<string, unknown>,
): Promise<StepResult | { outcome: string; userId: string }> {
  const { login, siblings } = context;
  const { values, isVerified } = signUp;
  try {
    return await siblings.directory().ProvisionUser(
      {
        tenantId: login.request.tenant.id,
        email: values['email'] ?? '',
        emailVerified: isVerified === true,
        profileJson: JSON.stringify(profile),
        actions: [{ create: { status: 'active' } }],
        loginId: login.request.uid,
      },
      { deadlineMs: siblings.deadlineMs },
    );
  } catch (error) {
    const failure = directoryFailure(error, Object.keys(values));
    return failure.field === undefined
      ? stepFailure(context, 'login.error.sign_up_refused')
      : askAgain(context, signUp, failure);
  }
}

const passwordRefused = (context: StepContext, reason: PageMessage): StepResult =>
  stepFailure(context, reason.key, { field: 'new-password', ...reason });

async function create(context: StepContext): Promise<StepResult> {
  const { login, siblings } = context;
  const { signUp } = login.progress;
  if (!signUp) return { progress: login.progress };
  const withPassword = registration(login).initialMethods.includes('password');
  // Check before the user is created: a person who gives up here must not leave an account behind.
  const refused = withPassword && (await checkPassword(context));
  if (refused) return passwordRefused(context, refused);
  const { email = '', ...attributes } = signUp.values;
  const given = profileOfAttributes(attributes);
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
  const created = await provision(context, signUp, asked.profile);
  if ('progress' in created) return created;
  // The address was registered after the form was shown, so the returned user belongs to someone else.
  if (created.outcome === 'LINK_REQUIRED') return signInInstead(email);
  if (created.outcome !== 'CREATED') return stepFailure(context, 'login.error.sign_up_refused');
  if (withPassword) {
    const reason = await setPassword(context, created.userId);
    if (reason) return passwordRefused(context, reason);
  }
  return {
    progress: { identifier: email, userId: created.userId, signedUp: true },
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

/** Signs up a new user: profile data, a code for the address, a password. */
export const registerStep: LoginStep = {
  arrive: async ({ login }) => ({
    progress: { at: visitOf(login.state), values: { email: login.progress.identifier ?? '' } },
  }),
  actions: {
    submit,
    resend,
    'verify-code': verifyCode,
    'create-password': password,
    'restart-sign-up': restart,
  },
};
