import { StageFailed } from '../../hooks/hook-run.ts';
import type { StageQuestion } from '../../hooks/hook-run.ts';
import { stepAt } from './login-step.ts';
import type { Login, LoginStep, StepContext } from './login-step.ts';

/** The input of an inline hook about a login. */
export const hookQuestion = ({ request, browser, person }: Login): StageQuestion => ({
  tenantId: request.tenant.id,
  client: { id: request.client.id, name: request.client.name },
  ...(person && { user: { id: person.id, email: person.email } }),
  request: { ip: browser.ip, userAgent: browser.userAgent },
  scopes: [...request.scopes],
  claims: {},
});

/** Maps the response of the hook to an outcome: `require_acr` becomes `challenge`. If the hook fails, `onError` decides. */
async function outcomeOf({
  login,
  siblings,
}: Omit<StepContext, 'form'>): Promise<'allow' | 'deny' | 'challenge'> {
  const step = stepAt(login);
  if (step?.type !== 'hook') throw new Error('the current step is not a hook step');
  const { hookId, timeoutMilliseconds, onError } = step.config;
  try {
    const asked = { hookId, timeoutMs: timeoutMilliseconds };
    const { denied, commands } = await siblings.hooks.step(asked, hookQuestion(login));
    if (denied) return 'deny';
    return commands.some(({ type }) => type === 'require_acr') ? 'challenge' : 'allow';
  } catch (error) {
    if (!(error instanceof StageFailed)) throw error;
    return onError === 'continue' ? 'allow' : 'deny';
  }
}

/** Calls the inline hook of the step, which has no page. */
export const hookStep: LoginStep = {
  arrive: async (context) => ({
    progress: context.login.progress,
    answer: { outcome: await outcomeOf(context) },
  }),
  actions: {},
};
