import type { AccessPolicy } from '@platform/sdk';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import type { Label } from './policy-fields.tsx';

const grants = ['assurance', 'consent', 'device', 'passwordChange'] as const;

/** Conditions, controls and effects of policies in words. */
export function usePolicyWords() {
  const say = useSay('policies');
  const formats = useFormats();
  const listOf = (prefix: string, names: readonly string[]): string =>
    formats.formatList(names.map((name) => say(`${prefix}.${name}` as Label)));
  return {
    conditions: (names: readonly string[]): string => listOf('condition', names),
    controls: (names: readonly string[]): string => listOf('control', names),
    effectOf({ controls }: Pick<AccessPolicy, 'controls'>): string {
      if (controls.block) return say('effect.blocks');
      const named = grants.filter((name) => controls[name] !== undefined);
      return named.length > 0
        ? say('effect.requires', { controls: listOf('control', named) })
        : say('effect.nothing');
    },
  };
}
