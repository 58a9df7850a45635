import { stepFailure, stepAt, visitOf } from './login-step.ts';
import type { Login, LoginStep, StepContext, StepResult } from './login-step.ts';

/** Attributes that the step asks for and the profile lacks. */
export function missingAttributes(login: Login): { name: string; required: boolean }[] {
  const step = stepAt(login);
  if (step?.type !== 'profile') return [];
  const profile = login.person?.profile ?? {};
  return step.config.attributes.filter(({ name }) => (profile[name] ?? '') === '');
}

async function save(context: StepContext): Promise<StepResult> {
  const { login, form, siblings } = context;
  const patch: Record<string, string> = {};
  for (const { name, required } of missingAttributes(login)) {
    const value = (form[name] ?? '').trim();
    if (required && value === '') return stepFailure(context, 'error.required', { field: name });
    if (value !== '') patch[name] = value;
  }
  await siblings.directory().PatchProfile(
    {
      tenantId: login.request.tenant.id,
      userId: login.progress.userId ?? '',
      mergePatchJson: JSON.stringify(patch),
      loginId: login.request.uid,
    },
    { deadlineMs: siblings.deadlineMs },
  );
  return { progress: login.progress, answer: { outcome: 'success' } };
}

/** Asks for what a profile lacks; a complete one passes without a page. */
export const profileStep: LoginStep = {
  async arrive({ login }) {
    const isComplete = missingAttributes(login).length === 0;
    return {
      progress: { ...login.progress, at: visitOf(login.state), failure: undefined },
      answer: isComplete ? { outcome: 'success' } : undefined,
    };
  },
  actions: {
    save,
    skip: async ({ login, ask }) => ({
      progress: login.progress,
      answer: ask.outcomes.includes('skipped') ? { outcome: 'skipped' } : undefined,
    }),
  },
};
