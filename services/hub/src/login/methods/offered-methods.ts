import type { LoginMethod } from '@platform/contracts';
import { hasDecoyPasskey } from './decoy-passkey.ts';
import type { Login } from '../steps/login-step.ts';

type Offered = Pick<Login, 'ask' | 'state' | 'progress' | 'person' | 'browser'>;

const isKey = (method: LoginMethod): boolean => method === 'passkey' || method === 'security_key';

/** A login about somebody who does not exist, or who is not known to exist yet. */
const isAboutUnknown = ({ identifier, userId }: Login['progress']): boolean =>
  identifier !== undefined && userId === undefined;

/**
 * Whether a page shows the person with a key. An unknown person has one where the decoy says so. A key of another domain stays
 * enrolled, so that a password alone does not let anyone set up a new factor here, but the browser cannot use it.
 */
function showsKey({ ask, progress, person, browser }: Offered, method: LoginMethod): boolean {
  if (isAboutUnknown(progress))
    return hasDecoyPasskey(progress, ask?.offered[0]?.method === method);
  const worksHere =
    !person || person.keys.some((key) => key.method === method && key.rpId === browser.rpId);
  return worksHere && ask?.offered.some((one) => one.method === method && one.available) === true;
}

/** The passkey that a person has goes before the other methods: no other is as safe, nor as quick. */
const passkeyFirst = (methods: readonly LoginMethod[]): LoginMethod[] => [
  ...methods.filter((method) => method === 'passkey'),
  ...methods.filter((method) => method !== 'passkey'),
];

/**
 * The methods that a page may show, best first. Before a factor is proven they do not tell which of them the person has: a stranger
 * would learn who has an account. A key is left out where the person has none, unless nothing else is there to ask for.
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
