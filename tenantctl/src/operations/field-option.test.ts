import { Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyOf, setMember } from './body.ts';
import { fieldOptions, flagOf, wordList } from './field-option.ts';
import type { Field } from './operation-spec.ts';

const none = new Set<string>();

/** The body that a command line of these fields gives. */
async function parsed(fields: readonly Field[], args: readonly string[]) {
  const options = fieldOptions(fields, none);
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  for (const one of options) for (const option of one.options) command.addOption(option);
  command.parse([...args], { from: 'user' });
  return bodyOf({ flags: command.opts(), fields: options });
}

const fields: readonly Field[] = [
  { name: 'email', kind: 'text' },
  { name: 'seats', kind: 'integer' },
  { name: 'status', kind: 'text', values: ['active', 'suspended'] },
  { name: 'emailVerified', kind: 'boolean' },
  { name: 'name', kind: 'object' },
  { name: 'name.givenName', kind: 'text' },
  { name: 'roles', kind: 'text', list: true },
  { name: 'metadata', kind: 'json', map: true },
  { name: 'memberships', kind: 'json', list: true },
];

describe('flags', () => {
  it.each<[string[], object]>([
    [['--email', 'a@b.c'], { email: 'a@b.c' }],
    [['--seats', '-5'], { seats: -5 }],
    [['--status', 'active'], { status: 'active' }],
    [['--email-verified'], { emailVerified: true }],
    [['--no-email-verified'], { emailVerified: false }],
    [['--name.given-name', 'Ada'], { name: { givenName: 'Ada' } }],
    [
      ['--name.given-name=Ada', '--name', '{"familyName":"L"}'],
      { name: { familyName: 'L', givenName: 'Ada' } },
    ],
    [['--roles', 'a', '--roles', 'b,c'], { roles: ['a', 'b,c'] }],
    [['--roles', '["a","b"]'], { roles: ['a', 'b'] }],
    [
      ['--metadata', 'plan=pro', '--metadata', 'n=5', '--metadata', 'zip=007'],
      { metadata: { plan: 'pro', n: 5, zip: '007' } },
    ],
    [['--metadata', '{"a":{"b":1}}'], { metadata: { a: { b: 1 } } }],
    [['--metadata', 'equation=a=b'], { metadata: { equation: 'a=b' } }],
    [
      ['--memberships', '{"organizationId":"org_1"}'],
      { memberships: [{ organizationId: 'org_1' }] },
    ],
  ])('%j set %j', async (args, body) => {
    expect(await parsed(fields, args)).toEqual(body);
  });

  it.each([
    [['--seats', '5.5'], 'whole number'],
    [['--seats', ''], 'whole number'],
    [['--status', 'actve'], 'active or suspended. Did you mean active?'],
    [['--metadata', 'plan'], 'key=value'],
    [['--memberships', 'org_1'], 'must be JSON'],
    [['--emial', 'x'], 'Did you mean --email?'],
  ])('%j is refused', async (args, reason) => {
    await expect(parsed(fields, args)).rejects.toThrow(reason);
  });

  it('set a list to no entries with []', async () => {
    expect(await parsed(fields, ['--roles', '[]'])).toEqual({ roles: [] });
  });

  it('give any text of a member back, whatever its characters', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string(),
        fc.constantFrom('email', 'name.givenName'),
        async (text, name) => {
          const flag = `--${flagOf({ name }, none)}=${text}`;
          const body: Record<string, unknown> = {};
          setMember(body, name, text);
          expect(await parsed(fields, [flag])).toEqual(body);
        },
      ),
    );
  });

  it('give any metadata back', async () => {
    const key = fc
      .string({ minLength: 1 })
      .filter((one) => !/[={]/.test(one) && one !== '__proto__');
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(key, fc.jsonValue(), { minKeys: 1, noNullPrototype: true }),
        async (metadata) => {
          const args = Object.entries(metadata).map(
            ([name, value]) => `--metadata=${name}=${JSON.stringify(value)}`,
          );
          expect(await parsed(fields, args)).toEqual({
            metadata: JSON.parse(JSON.stringify(metadata)) as object,
          });
        },
      ),
    );
  });

  it('avoid the options of every command', () => {
    expect(flagOf({ name: 'dryRun' }, new Set(['dry-run']))).toBe('body.dry-run');
  });
});

describe('secrets', () => {
  it('have no flag that takes the value', async () => {
    const secret: Field = { name: 'credential.password', kind: 'text', secret: true };
    const [{ options } = { options: [] }] = fieldOptions([secret], none);
    expect(options.map(({ flags }) => flags)).toEqual(['--credential.password-file <file>']);
    await expect(parsed([secret], ['--credential.password', 'hush'])).rejects.toThrow(
      'unknown option',
    );
  });
});

it('words are joined as in a sentence', () => {
  expect([wordList(['a']), wordList(['a', 'b']), wordList(['a', 'b', 'c'], 'and')]).toEqual([
    'a',
    'a or b',
    'a, b and c',
  ]);
});
