import { JitRule } from '@platform/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesGlob, meetsConditions } from './jit-conditions.ts';
import { applyJitRules } from './jit-rules.ts';

const claims = {
  email: 'ada@Corp.example.com',
  groups: ['engineering', 'staff'],
  level: 7,
  manager: { name: 'Grace' },
  'http://schemas.example.com/role': 'admin',
  absent: null,
};

describe('provisioning conditions', () => {
  it.each([
    ['email', 'exists', undefined, true],
    ['absent', 'exists', undefined, false],
    ['email', 'email_domain', 'corp.example.com', true],
    ['email', 'email_domain', 'example.com', false],
    ['groups', 'contains', 'engin', true],
    ['groups', 'equals', 'staff', true],
    ['groups', 'in', ['sales', 'staff'], true],
    ['groups', 'in', ['sales'], false],
    ['level', 'equals', '7', true],
    ['level', 'not_equals', 8, true],
    ['absent', 'not_equals', 'x', false],
    ['manager.name', 'starts_with', 'Gr', true],
    ['manager.name', 'starts_with', 'gr', false],
    ['manager.name', 'ends_with', 'ace', true],
    ['email', 'glob', 'ada@*', true],
    ['email', 'glob', '?da@*.org', false],
    ['http://schemas.example.com/role', 'equals', 'admin', true],
    ['constructor.name', 'exists', undefined, false],
    ['__proto__', 'exists', undefined, false],
  ] as const)('evaluate %s %s %j as %s', (claim, op, value, expected) => {
    expect(meetsConditions({ claim, op, value: value as never }, claims)).toBe(expected);
  });

  it('can be combined with all, any and not', () => {
    const yes = { claim: 'level', op: 'exists' } as const;
    const no = { not: yes };
    expect(meetsConditions({ all: [yes, { any: [no, yes] }] }, claims)).toBe(true);
    expect(meetsConditions({ any: [no, { all: [yes, no] }] }, claims)).toBe(false);
  });

  it('match a glob like the equivalent regular expression', () => {
    const letters = fc
      .array(fc.constantFrom('a', 'b'), { maxLength: 8 })
      .map((all) => all.join(''));
    const patterns = fc
      .array(fc.constantFrom('a', 'b', '*', '?'), { maxLength: 8 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(letters, patterns, (text, pattern) => {
        const same = pattern.replaceAll('*', '.*').replaceAll('?', '.');
        return matchesGlob(text, pattern) === new RegExp(`^${same}$`).test(text);
      }),
    );
  });
});

describe('provisioning rules', () => {
  const rule = (name: string, more: object) =>
    JitRule.parse({ name, actions: [{ create: {} }], ...more });
  const subject = { connection: 'dir_1', claims, isKnown: false };

  it('apply in order, and later rules override earlier ones', () => {
    const { rules, actions } = applyJitRules(
      [
        rule('join', { actions: [{ create: {} }, { join: { organizationId: 'org_1' } }] }),
        rule('title', { actions: [{ set_attribute: { from: 'manager.name', to: 'title' } }] }),
        rule('leave', { actions: [{ leave: { organizationId: 'org_1' } }] }),
        rule('nothing', { actions: [{ set_attribute: { from: 'missing', to: 'title' } }] }),
      ],
      subject,
    );
    expect(rules).toEqual(['join', 'title', 'leave', 'nothing']);
    expect(actions).toEqual([
      { create: { status: 'active' } },
      { setAttribute: { to: 'title', valueJson: '"Grace"', overwrite: false } },
      { leave: { organizationId: 'org_1' } },
    ]);
  });

  it('stop at a rule with `stop`, and skip rules that are disabled, for other connections or for first logins', () => {
    const { rules } = applyJitRules(
      [
        rule('off', { enabled: false }),
        rule('elsewhere', { connections: ['google'] }),
        rule('first', { sync: 'first_login' }),
        rule('last', { stop: true }),
        rule('never', {}),
      ],
      { ...subject, isKnown: true },
    );
    expect(rules).toEqual(['last']);
  });

  it('give a denial precedence over other actions', () => {
    const denying = rule('deny', { actions: [{ deny: { message: 'No.' } }] });
    expect(applyJitRules([rule('create', {}), denying], subject).denied).toBe('No.');
  });

  it.each([
    { name: '', actions: [{ create: {} }] },
    { name: 'x', actions: [] },
    { name: 'x', actions: [{ explode: {} }] },
    { name: 'x', actions: [{ create: {} }], when: { claim: 'a', op: 'matches', value: '.*' } },
    {
      name: 'x',
      actions: [{ create: {} }],
      when: { not: { not: { not: { not: { not: { claim: 'a', op: 'exists' } } } } } },
    },
  ])('are rejected if invalid, such as %j', (bad) => {
    expect(JitRule.safeParse(bad).success).toBe(false);
  });
});
