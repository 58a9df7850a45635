import { describe, expect, it } from 'vitest';
import { mappingFault, mappingRules, mappingText } from './mapping-text.ts';
import type { MappingRule } from './mapping-text.ts';

const rules: MappingRule[] = [
  { source: '/mail', target: '/email', required: true, transform: [{ type: 'lower' }] },
  {
    source: '/name',
    target: '/name/givenName',
    required: false,
    transform: [{ type: 'trim' }, { type: 'split', separator: ' ', index: 0 }],
    default: 'Unknown',
  },
  { source: '', target: '/status', required: false },
];

describe('a mapping as text', () => {
  it('has a line for each rule', () => {
    expect(mappingText(rules)).toBe(
      [
        '/mail -> /email! | lower',
        '/name -> /name/givenName | trim | {"type":"split","separator":" ","index":0} ?? "Unknown"',
        ' -> /status',
      ].join('\n'),
    );
  });

  it('is read as the same rules', () => {
    expect(mappingRules(mappingText(rules))).toEqual(rules);
  });

  it.each([
    '/mail',
    '/mail -> email',
    '/mail -> /email | unknown',
    '/mail -> /email ?? none',
    '/mail -> /email | {"type"',
  ])('names a line that is no rule: %s', (line) => {
    expect(mappingFault(`/a -> /email\n${line}`)).toBe(line);
  });
});
