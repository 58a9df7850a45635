import { expect, it } from 'vitest';
import { mappingFault, mappingRules, mappingText } from './mapping-text.ts';

it('reads the rules that it has written', () => {
  const rules = [
    { source: 'emails[type eq "work"].value', target: 'email', transform: 'lower' as const },
    { source: 'name.givenName', target: 'name.givenName' },
  ];
  expect(mappingRules(mappingText(rules))).toEqual(rules);
});

it('names the line that is no rule', () => {
  expect(mappingFault('a -> b\n\nc')).toBe('c');
  expect(mappingFault('a -> b | shout')).toBe('a -> b | shout');
  expect(mappingFault('a → b | trim')).toBeUndefined();
});
