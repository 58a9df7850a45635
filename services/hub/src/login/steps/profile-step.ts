import { attributeOf, profileOfAttributes } from '../../user-attributes/user-attributes.ts';
import { stepFailure, stepAt, visitOf } from './login-step.ts';
import type { Login, LoginStep, StepContext, StepResult } from './login-step.ts';
import { directoryFailure, readPrompted } from './prompted-attributes.ts';
import type { PromptedAttribute } from './prompted-attributes.ts';

/** Attributes of the step that the profile lacks. */
export function missingAttributes(login: Login): PromptedAttribute[] {
  const step = stepAt(login);
  if (step?.type !== 'profile') return [];
  const profile = login.person?.profile ?? {};
  return step.config.attributes.filter(({ name }) => (attributeOf(profile, name) ?? '') === '');
}

async function save(context: StepContext): Promise<StepResult> {
  const { login, form, siblings } = context;
  const missing = missingAttributes(login);
  const read = readPrompted(form, missing);
  if ('failure' in read) return stepFailure(context, read.failure.key, read.failure);
  try {
    await siblings.directory().PatchProfile(
      {
        tenantId: login.request.tenant.id,
        userId: login.progress.userId ?? '',
        mergePatchJson: JSON.stringify(profileOfAttributes(read.values)),
        loginId: login.request.uid,
      },
      { deadlineMs: siblings.deadlineMs },
    );
  } catch (error) {
    const names = missing.map(({ name }) => name);
    const failure = directoryFailure(error, names);
    return stepFailure(context, failure.key, failure);
  }
  return { progress: login.progress, answer: { outcome: 'success' } };
}

/** Asks for missing attributes. A complete profile passes without a page. */
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
