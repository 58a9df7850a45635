import { describe, expect, test } from 'vitest';
import type { ParameterTypeJson } from '../language/model-json.ts';
import { mergedContext } from './compiled-condition.ts';
import { compileCondition } from './condition.ts';

const t = (name: string, generic?: string): ParameterTypeJson => ({
  type_name: `TYPE_NAME_${name.toUpperCase()}`,
  ...(generic ? { generic_types: [t(generic)] } : {}),
});
const run = (expression: string, type: ParameterTypeJson, value: unknown) =>
  compileCondition('c', { expression, parameters: { x: type } }).evaluate({ x: value });

type Row = [
  expression: string,
  type: ParameterTypeJson,
  value: unknown,
  outcome: boolean | 'failed',
];
const rows: Row[] = [
  ['x', t('bool'), true, true],
  ['x', t('bool'), 'true', 'failed'],
  ['x == "a"', t('string'), 'a', true],
  ['x == "a"', t('string'), 1, 'failed'],
  ['x < 10', t('int'), 9, true],
  ['x < 10', t('int'), '9', true],
  ['x < 10', t('int'), 9.5, 'failed'],
  ['x < 10', t('int'), null, 'failed'],
  ['x == 9223372036854775807', t('int'), '9223372036854775807', true],
  ['x > 0', t('int'), '9223372036854775808', 'failed'],
  ['x < 0', t('int'), '-9223372036854775808', true],
  ['x > 0', t('int'), 1e300, 'failed'],
  ['10 / x > 1', t('int'), 0, 'failed'],
  ['x + 1 > 0', t('int'), '9223372036854775807', 'failed'],
  ['x == 3u', t('uint'), 3, true],
  ['x == 3u', t('uint'), -1, 'failed'],
  ['x > 0u', t('uint'), '18446744073709551615', true],
  ['x > 0u', t('uint'), '18446744073709551616', 'failed'],
  ['x > 1.5', t('double'), 2, true],
  ['x > 1.5', t('double'), '2.5', true],
  ['x > 1.5', t('double'), 'Infinity', 'failed'],
  ['x > 1.5', t('double'), 1e999, 'failed'],
  ['x > duration("1h")', t('duration'), '1h30m', true],
  ['x == duration("90m")', t('duration'), '1.5h', true],
  ['x < duration("0s")', t('duration'), '-1ms', true],
  ['x == duration("0s")', t('duration'), '0', true],
  ['x > duration("1h")', t('duration'), '1 hour', 'failed'],
  ['x > duration("1h")', t('duration'), 5, 'failed'],
  ['x > duration("1h")', t('duration'), '99999999h', 'failed'],
  ['x < timestamp("2026-01-01T00:00:00Z")', t('timestamp'), '2025-12-31T23:59:59.999999999Z', true],
  ['x == timestamp("2026-01-01T00:00:00Z")', t('timestamp'), '2026-01-01T02:00:00+02:00', true],
  ['x < timestamp("2026-01-01T00:00:00Z")', t('timestamp'), '2025-12-31', 'failed'],
  ['x.getHours() == 7', t('timestamp'), '2026-01-01T07:00:00Z', true],
  ['x.in_cidr("10.0.0.0/8")', t('ipaddress'), '10.1.2.3', true],
  ['x.in_cidr("10.0.0.0/8")', t('ipaddress'), '::ffff:10.1.2.3', true],
  ['x.in_cidr("10.0.0.0/8")', t('ipaddress'), '11.0.0.1', false],
  ['x.in_cidr("2001:db8::/32")', t('ipaddress'), '2001:db8::1', true],
  ['x.in_cidr("2001:db8::/32")', t('ipaddress'), '10.0.0.1', false],
  ['x.in_cidr("::ffff:10.0.0.0/104")', t('ipaddress'), '10.1.2.3', true],
  ['x.in_cidr("ten")', t('ipaddress'), '10.0.0.1', 'failed'],
  ['x.in_cidr("10.0.0.0/8")', t('ipaddress'), '10.1', 'failed'],
  ['x.in_cidr("10.0.0.0/8")', t('ipaddress'), '0x0a.1.2.3', 'failed'],
  ['x == ipaddress("10.0.0.1")', t('ipaddress'), '::ffff:10.0.0.1', true],
  ['"a" in x', t('list', 'string'), ['a'], true],
  ['"a" in x', t('list', 'string'), ['a', 1], 'failed'],
  ['x.exists(i, i > 2)', t('list', 'int'), [1, 3], true],
  ['"a" in x', t('list', 'string'), 'a', 'failed'],
  ['size(x) == 1000', t('list', 'int'), Array.from({ length: 1000 }, () => 1), true],
  ['size(x) == 1001', t('list', 'int'), Array.from({ length: 1001 }, () => 1), 'failed'],
  ['x.a == 1', t('map', 'int'), { a: 1 }, true],
  ['x["a"] == 1', t('map', 'int'), { a: 'b' }, 'failed'],
  ['x.a == 1', t('map', 'int'), {}, 'failed'],
  ['has(x.a)', t('map', 'int'), {}, false],
  ['x.a.b == "c"', t('any'), { a: { b: 'c' } }, true],
  ['x == null', t('any'), null, true],
  ['x[0] == 1.0', t('any'), [1], true],
  ['x.matches("^(a+)+$")', t('string'), `${'a'.repeat(40)}!`, false],
  ['x.matches("(")', t('string'), 'a', 'failed'],
];

describe('conditions', () => {
  test.each(rows)('%s', (expression, type, value, outcome) => {
    expect(run(expression, type, value)).toEqual(
      outcome === 'failed' ? { failed: [expect.any(String)] } : { value: outcome },
    );
  });

  test('every parameter requires a value, even if it is not used', () => {
    const condition = compileCondition('c', {
      expression: 'true',
      parameters: { b: t('int'), a: t('string') },
    });
    expect(condition.evaluate({})).toEqual({ missing: ['a', 'b'] });
    expect(condition.evaluate({ b: 1 })).toEqual({ missing: ['a'] });
    expect(condition.evaluate({ a: '', b: 1 })).toEqual({ value: true });
  });

  test('values of the tuple take precedence over those of the request', () => {
    const condition = compileCondition('c', { expression: 'x == 1', parameters: { x: t('int') } });
    expect(condition.evaluate(mergedContext({ x: 2 }, { x: 1 }))).toEqual({ value: true });
    expect(condition.evaluate(mergedContext({ x: 1 }, { x: 2 }))).toEqual({ value: false });
    expect(condition.evaluate(mergedContext(undefined, null))).toEqual({ missing: ['x'] });
  });

  test('prototype properties are not values', () => {
    expect(
      compileCondition('c', {
        expression: 'toString == "a"',
        parameters: { toString: t('string') },
      }).evaluate({}),
    ).toEqual({ missing: ['toString'] });
  });

  test('a hostile pattern runs in linear time', () => {
    run('x.matches("^(([a-z])+.)+[A-Z]([a-z])+$")', t('string'), 'a'.repeat(5_000));
  });
});
