import { LoginFlowCondition } from '@platform/contracts';
import { describe, expect, test } from 'vitest';
import { evaluateCondition } from './condition.ts';
import type { FactValue } from './condition.ts';
import { isNeverTrue } from './never-true.ts';
import type { Truth } from './truth.ts';

const facts: Record<string, FactValue> = {
  'client.id': 'console',
  'network.ip': '192.0.2.7',
  'network.country': 'CH',
  'user.groups': ['staff', 'admins'],
  'user.createdDaysAgo': 10,
  'risk.level': 'medium',
  'current.aal': 'aal2',
  'user.metadata.plan': 'gold',
};
const compare = (fact: string, op: string, value: unknown) => ({ fact, op, value }) as never;
const evaluate = (condition: LoginFlowCondition): Truth =>
  evaluateCondition(condition, (name) => facts[name]);

describe('evaluateCondition', () => {
  test.each<[string, string, unknown, Truth]>([
    ['client.id', 'eq', 'console', 'true'],
    ['client.id', 'ne', 'console', 'false'],
    ['client.id', 'starts_with', 'con', 'true'],
    ['client.id', 'ends_with', 'con', 'false'],
    ['client.id', 'contains', 'sol', 'true'],
    ['client.id', 'in', ['a', 'console'], 'true'],
    ['client.id', 'not_in', ['a'], 'true'],
    ['network.country', 'not_in', ['DE'], 'true'],
    ['organization.id', 'not_in', ['org'], 'unknown'],
    ['organization.id', 'exists', false, 'true'],
    ['client.id', 'exists', true, 'true'],
    ['user.groups', 'contains', 'staff', 'true'],
    ['user.groups', 'contains_any', ['x', 'admins'], 'true'],
    ['user.groups', 'contains_any', ['x'], 'false'],
    ['user.createdDaysAgo', 'gte', 10, 'true'],
    ['user.createdDaysAgo', 'lt', 10, 'false'],
    ['risk.level', 'gte', 'medium', 'true'],
    ['risk.level', 'gt', 'medium', 'false'],
    ['risk.level', 'lt', 'high', 'true'],
    ['current.aal', 'gte', 'aal2', 'true'],
    ['current.aal', 'lt', 'aal3', 'true'],
    ['network.ip', 'in_cidr', '192.0.2.0/24', 'true'],
    ['network.ip', 'in_cidr', ['2001:db8::/32', '198.51.100.0/24'], 'false'],
    ['network.ip', 'in_cidr', '192.0.2.7', 'true'],
    ['user.metadata.plan', 'eq', 'gold', 'true'],
    ['user.metadata.plan', 'gt', 5, 'unknown'],
    ['user.metadata.none', 'eq', 'gold', 'unknown'],
  ])('%s %s %j: %s', (fact, op, value, expected) => {
    const condition = compare(fact, op, value);
    expect(LoginFlowCondition.safeParse(condition).success).toBe(true);
    expect(evaluate(condition)).toBe(expected);
  });

  test('the negation of unknown is unknown', () => {
    expect(evaluate({ not: compare('organization.id', 'in', ['org']) })).toBe('unknown');
  });

  test('records each comparison', () => {
    const compared: unknown[] = [];
    const all = [compare('client.id', 'eq', 'x'), compare('organization.id', 'eq', 'x')];
    evaluateCondition({ all }, (name) => facts[name], compared as never);
    expect(compared).toEqual([
      { fact: 'client.id', value: 'console', result: 'false' },
      { fact: 'organization.id', value: null, result: 'unknown' },
    ]);
  });

  test.each<[string, string, unknown]>([
    ['no.such', 'eq', 'x'],
    ['client.id', 'gt', 'x'],
    ['client.id', 'eq', 5],
    ['client.id', 'in', 'x'],
    ['client.id', 'eq', ['x']],
    ['user.exists', 'eq', 'true'],
    ['risk.level', 'eq', 'extreme'],
    ['network.ip', 'in_cidr', '192.0.2.0/40'],
    ['client.id', 'exists', 'yes'],
    ['__proto__', 'eq', 'x'],
  ])('%s %s %j is not a condition', (fact, op, value) => {
    expect(LoginFlowCondition.safeParse(compare(fact, op, value)).success).toBe(false);
  });
});

describe('isNeverTrue', () => {
  test.each<[string, LoginFlowCondition, boolean]>([
    ['an hour past 23', compare('time.hourUtc', 'gt', 23), true],
    ['the last hour', compare('time.hourUtc', 'gte', 23), false],
    ['a level above the highest', compare('current.aal', 'gt', 'aal3'), true],
    [
      'two values at once',
      { all: [compare('client.id', 'eq', 'a'), compare('client.id', 'eq', 'b')] },
      true,
    ],
    [
      'an empty range',
      { all: [compare('network.asn', 'gt', 9), compare('network.asn', 'lt', 5)] },
      true,
    ],
    ['a range', { all: [compare('network.asn', 'gt', 5), compare('network.asn', 'lt', 9)] }, false],
    [
      'one way out',
      { any: [compare('time.hourUtc', 'gt', 23), compare('client.id', 'eq', 'a')] },
      false,
    ],
  ])('%s', (_name, condition, expected) => {
    expect(isNeverTrue(condition)).toBe(expected);
  });
});
