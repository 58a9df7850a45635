import type { LoginContext } from './login-context.ts';
import { advanceToPage, isBarred } from './login-moves.ts';
import { visitOf } from './login-step.ts';
import type { Login } from './login-step.ts';
import { methodsShown } from './offered-methods.ts';

/** The page waits for a method that was removed or turned off since it was shown. */
function hasLostMethod(login: Login): boolean {
  const { ask, state, progress } = login;
  if (ask?.type !== 'authenticate' && ask?.type !== 'step_up') return false;
  const { method, at } = progress;
  if (method === undefined || at !== visitOf(state)) return false;
  return !methodsShown(login).includes(method);
}

/** Where a stored login goes by what has changed around it since its page was shown; undefined where that changes nothing. */
export async function followChanges(
  context: LoginContext,
  login: Login,
): Promise<Login | undefined> {
  if (!isBarred(login) && !hasLostMethod(login)) return undefined;
  return advanceToPage(context, { ...login, progress: { ...login.progress, at: undefined } });
}
