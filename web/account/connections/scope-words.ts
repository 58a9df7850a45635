import { useSay } from '../../kit/words/words-context.ts';
import { useScopeWords as usePlatformWords } from '../../parts/scope-words.ts';

const named = [
  'profile',
  'email',
  'phone',
  'address',
  'self.read',
  'self.write',
  'offline_access',
] as const;
/** It says only that the application signs the user in, which the page says anyway. */
const untold = ['openid'];

/** Says what scopes allow. Those of APIs of the tenant are shown by their names. */
export function useScopeWords(scopes: readonly string[]): readonly string[] {
  const say = useSay('account-connections');
  const { sentenceOf } = usePlatformWords();
  const rank = (scope: string): number => (named as readonly string[]).indexOf(scope);
  return scopes
    .filter((scope) => !untold.includes(scope))
    .toSorted((a, b) => rank(a) - rank(b))
    .map((scope) => {
      const known = named.find((one) => one === scope);
      return known ? say(`scope.${known}`) : (sentenceOf(scope) ?? scope);
    });
}
