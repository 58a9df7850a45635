import type { LoginMethod } from '@platform/contracts';
import type { Login } from '../steps/login-step.ts';
import { hasDecoyPasskey } from './decoy-passkey.ts';

type Offered = Pick<Login, 'ask' | 'state' | 'progress' | 'person' | 'browser'>;

const isKey = (method: LoginMethod): boolean => method === 'passkey' || method === 'security_key';

/** Whether the login has an identifier but no user, because none exists or none is known yet. */
const hasUnknownUser = ({ identifier, userId }: Login['progress']): boolean =>
  identifier !== undefined && userId === undefined;

/**
 * Whether a page offers a key. For an unknown identifier, the decoy decides. A key of another domain counts as enrolled, so that
 * a password alone does not allow enrolling a new factor, but the browser cannot use it here.
 */
function showsKey({ ask, progress, person, browser }: Offered, method: LoginMethod): boolean {
  if (hasUnknownUser(progress))
    return hasDecoyPasskey(progress, ask?.offered[0]?.method === method);
  const worksHere =
    !person || person.keys.some((key) => key.method === method && key.rpId === browser.rpId);
  return worksHere && ask?.offered.some((one) => one.method === method && one.available) === true;
}

/** No other method is as safe or as quick. */
const passkeyFirst = (methods: readonly LoginMethod[]): LoginMethod[] => [
  ...methods.filter((method) => method === 'passkey'),
  ...methods.filter((method) => method !== 'passkey'),
];

/**
 * Returns the methods that a page may show, best first. Before a factor is proven, they must not reveal which are enrolled, because
 * that shows who has an account. Keys are left out if the person has none, unless there is nothing else to ask for.
 */
export function methodsShown(login: Offered): LoginMethod[] {
  const { ask, state, progress } = login;
  const isProven = state.factors.length > 0 && !state.concealed;
  const shown = (ask?.offered ?? []).filter(
    ({ available, reason }) => available || (!isProven && reason === 'not_enrolled'),
  );
  const methods = [...new Set(shown.map(({ method }) => method))];
  const isAsked = ask?.type === 'authenticate' || ask?.type === 'step_up';
  const isNamed = progress.userId !== undefined || progress.identifier !== undefined;
  if (!isAsked || !isNamed) return methods;
  const had = methods.filter((method) => !isKey(method) || showsKey(login, method));
  return had.some((method) => method !== 'social') ? passkeyFirst(had) : methods;
}
