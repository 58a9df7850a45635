import { stepAt } from './login-step.ts';
import type { Step } from './login-step.ts';

/**
 * Hooks of a flow are not called yet: each counts as one that failed, so that `onError` decides. A flow that relies on a hook
 * to deny must not let anyone pass without it.
 */
export const hookStep: Step = {
  async arrive({ login }) {
    const step = stepAt(login);
    const isOpen = step?.type === 'hook' && step.config.onError === 'continue';
    return { progress: login.progress, answer: { outcome: isOpen ? 'allow' : 'deny' } };
  },
  actions: {},
};
