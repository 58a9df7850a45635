import type { MethodReference } from '@platform/login-flow';
import { useSay } from '../kit/words/words-context.ts';
import type { Areas } from '../messages/areas.ts';
import { namedMethods } from './named-methods.ts';

type Named = MethodReference | keyof Areas['amr'];

/** Each method of the platform has words: without them, this does not compile. */
const nameIn = (say: (name: Named) => string, name: Named): string => say(name);

/** Names how a user signed in, from the `amr` of the session. Values of other providers without words are shown as they are. */
export function useSignInWords(): (amr: readonly string[]) => string[] {
  const say = useSay('amr');
  return (amr) => namedMethods(amr).map((one) => (say.has(one) ? nameIn(say, one) : one));
}
