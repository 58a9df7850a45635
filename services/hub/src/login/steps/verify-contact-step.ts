import type { LoginProgress } from '../flow/login-progress.ts';
import {
  mailLoginChallenge,
  rejection,
  tooManyMails,
  verifyChallenge,
} from '../methods/challenges.ts';
import { typedDigits } from '../methods/typed-code.ts';
import { stepFailure, carriedOver, visitOf } from './login-step.ts';
import type { Login, LoginStep, StepContext, StepResult } from './login-step.ts';

async function send({ login, siblings }: Omit<StepContext, 'form'>): Promise<LoginProgress> {
  const email = login.person?.email ?? '';
  const what = { method: 'email_code', purpose: 'verify_contact', email } as const;
  const sent = await mailLoginChallenge(siblings, login, what);
  const progress = { ...carriedOver(login.progress), at: visitOf(login.state) };
  // A code that was sent earlier remains valid.
  if (!sent) return { ...progress, challenge: login.progress.challenge, failure: tooManyMails };
  return { ...progress, challenge: sent };
}

const isVerified = ({ person }: Login): boolean => person?.emailVerified === true;

async function confirm(context: StepContext): Promise<StepResult> {
  const { login, form, siblings } = context;
  const { challenge, userId = '' } = login.progress;
  const code = typedDigits(form['code'] ?? '');
  if (code === '' || !challenge) return stepFailure(context, 'error.required', { field: 'code' });
  const given = { method: 'email_code', challengeId: challenge.id, response: { code } } as const;
  const verdict = await verifyChallenge(siblings, login, given);
  if (verdict.outcome !== 'SUCCESS')
    return { ...rejection(context, 'email_code', verdict), answer: undefined };
  await siblings.directory().PatchProfile(
    {
      tenantId: login.request.tenant.id,
      userId,
      mergePatchJson: '{}',
      emailVerified: true,
      loginId: login.request.uid,
    },
    { deadlineMs: siblings.deadlineMs },
  );
  return { progress: login.progress, answer: { outcome: 'success' } };
}

/** Whether the person has authenticated and has no address. Before that, the page must not reveal whether there is one. */
const hasNoAddress = ({ person, state }: Login): boolean =>
  person?.email === null && state.factors.length > 0;

/** Verifies the e-mail address with a code. A verified address passes without a page; without an address the step fails. */
export const verifyContactStep: LoginStep = {
  async arrive(context) {
    const { login } = context;
    if (isVerified(login)) return { progress: login.progress, answer: { outcome: 'success' } };
    if (hasNoAddress(login)) return { progress: login.progress, answer: { outcome: 'failure' } };
    return { progress: await send(context) };
  },
  actions: {
    confirm,
    async resend(context) {
      const progress = await send(context);
      if (progress.failure) return { progress };
      return { progress: { ...progress, notice: { key: 'login.notice.code_sent' } } };
    },
  },
};
