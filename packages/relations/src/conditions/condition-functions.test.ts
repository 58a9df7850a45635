import { Environment } from '@marcbachmann/cel-js';
import { describe, expect, test } from 'vitest';
import type { ConditionJson } from '../language/model-json.ts';
import { checkedCondition } from './checked-condition.ts';

const parameters = Object.fromEntries(
  ['string', 'int', 'uint', 'double', 'bool', 'timestamp', 'duration', 'ipaddress'].map((name) => [
    `x_${name}`,
    { type_name: `TYPE_NAME_${name.toUpperCase()}` },
  ]),
) as NonNullable<ConditionJson['parameters']>;
const context = {
  x_string: 'a,b',
  x_int: 3,
  x_uint: 3,
  x_double: 1.5,
  x_bool: true,
  x_timestamp: '2026-01-02T03:04:05.006Z',
  x_duration: '90m',
  x_ipaddress: '192.0.2.1',
};
/** How a condition ends, or why it is refused when its model is written. */
function outcomeOf(expression: string): unknown {
  const checked = checkedCondition('c', { expression, parameters } as ConditionJson);
  if ('faults' in checked) return checked.faults[0]?.detail;
  return checked.condition.evaluate(context);
}

describe('null', () => {
  test.each(['x_timestamp', 'x_duration', 'x_ipaddress'])('can be compared with %s', (name) => {
    expect(outcomeOf(`${name} != null`)).toEqual({ value: true });
    expect(outcomeOf(`null == ${name}`)).toEqual({ value: false });
  });
});

describe('strings', () => {
  test.each([
    '"aBc".lowerAscii() == "abc"',
    '"aBc".upperAscii() == "ABC"',
    '" a ".trim() == "a"',
    'x_string.split(",") == ["a", "b"]',
    '"a,b,c".split(",", 2) == ["a", "b,c"]',
    '"abc".split("") == ["a", "b", "c"]',
    '"abc".substring(1) == "bc" && "abc".substring(1, 2) == "b"',
    '"abcb".indexOf("b") == 1 && "abcb".indexOf("b", 2) == 3 && "abcb".lastIndexOf("b") == 3',
    '["a", "b"].join("-") == "a-b"',
  ])('%s', (expression) => expect(outcomeOf(expression)).toEqual({ value: true }));

  test('split returns at most as many parts as a list can have', () => {
    const parameters = { x: { type_name: 'TYPE_NAME_STRING' } };
    const expression = 'x.split(",").size() > 0';
    const checked = checkedCondition('c', { expression, parameters } as ConditionJson);
    if ('faults' in checked) throw new Error('refused');
    const parts = (count: number) => checked.condition.evaluate({ x: ','.repeat(count - 1) });
    expect(parts(1_000)).toEqual({ value: true });
    expect(parts(1_001)).toEqual({ failed: [expect.stringContaining('1000')] });
  });
});

/** An expression of each type, as the definitions of the checker name them. */
const samples: Record<string, string> = {
  string: '"1"',
  int: '0',
  uint: '1u',
  double: '1.5',
  bool: 'true',
  bytes: 'bytes("1")',
  null: 'null',
  dyn: '1',
  type: 'int',
  'list<dyn>': '[1]',
  'list<string>': '["1"]',
  'map<dyn, dyn>': '{"a": 1}',
  'google.protobuf.Timestamp': 'x_timestamp',
  'google.protobuf.Duration': 'x_duration',
};
/** Arguments for functions that do not accept every string. */
const strings: [RegExp, string][] = [
  [/^timestamp/, '"2026-01-01T00:00:00Z"'],
  [/^duration/, '"1h"'],
  [/^bool/, '"true"'],
  [/Timestamp\.get/, '"UTC"'],
];

function callOf(signature: string): string | undefined {
  const [, receiver, name, list = ''] =
    /^(?:(.+)\.)?([A-Za-z]+)\(([^()]*)\): .*$/.exec(signature) ?? [];
  const own = strings.find(([form]) => form.test(signature))?.[1];
  const args = list === '' ? [] : list.split(/, (?![^<]*>)/);
  const written = args.map((type) => (type === 'string' && own) || samples[type]);
  const target = receiver === undefined ? '' : samples[receiver] && `${samples[receiver]}.`;
  if (target === undefined || written.includes(undefined)) return undefined;
  return `${target}${name}(${written.join(', ')})`;
}

const calls = new Environment()
  .getDefinitions()
  .functions.map(({ signature }) => callOf(signature))
  .filter((call) => call !== undefined);

describe('every function known to the checker', () => {
  test.each(calls)('%s runs, or is rejected when the model is written', (call) => {
    const outcome = outcomeOf(`${call} == ${call}`);
    if (typeof outcome !== 'string') expect(outcome).toEqual({ value: true });
  });

  test('most functions run', () => {
    const run = calls.filter((call) => typeof outcomeOf(`${call} == ${call}`) !== 'string');

    expect(run.length).toBeGreaterThan(70);
  });

  test.each(['bytes("a").hex() == "61"', 'optional.of(1).hasValue()', 'cel.bind(y, 1, y > 0)'])(
    '%s is refused',
    (expression) => expect(outcomeOf(expression)).toMatch(/^calls the unknown function /),
  );
});
