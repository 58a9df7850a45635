import type { LoginMethod } from '@platform/contracts';
import type { Login } from './login-step.ts';

/**
 * The methods that a page may show. Before a factor is proven they do not tell which of them the person has: a stranger
 * would learn who has an account.
 */
export function methodsShown({ ask, state }: Pick<Login, 'ask' | 'state'>): LoginMethod[] {
  const isProven = state.factors.length > 0 && !state.concealed;
  const shown = (ask?.offered ?? []).filter(
    ({ available, reason }) => available || (!isProven && reason === 'not_enrolled'),
  );
  return [...new Set(shown.map(({ method }) => method))];
}
