import { describe, expect, test } from 'vitest';
import { compileAhead, inlineCondition } from './inline-condition.ts';

const faultOf = (context: Record<string, unknown>): string | undefined => {
  const read = inlineCondition(context);
  return 'fault' in read ? read.fault.path.join('.') || 'context' : undefined;
};
const typed = (type: unknown) => ({ expression: 'p == p', parameters: { p: type } });

describe('inline conditions of tuples', () => {
  const rows: [what: string, context: Record<string, unknown>, fault: string | undefined][] = [
    [
      'an expression over a string that nobody declared',
      { expression: "channel == 'X'" },
      undefined,
    ],
    ['an expression over nothing', { expression: 'true' }, undefined],
    [
      'every scalar',
      {
        expression: 'a && b == "" && c > 1 && d > 1u && e > 1.5',
        parameters: { a: 'bool', b: 'string', c: 'int', d: 'uint', e: 'double' },
      },
      undefined,
    ],
    [
      'containers',
      {
        expression: 'l.size() > 0 && m["a"].size() > 0',
        parameters: { l: 'list<int>', m: 'map<list<string>>' },
      },
      undefined,
    ],
    [
      'an address',
      { expression: 'ip.in_cidr("10.0.0.0/8")', parameters: { ip: 'ipaddress' } },
      undefined,
    ],
    ['nothing', {}, 'expression'],
    ['no text', { expression: 1 }, 'expression'],
    ['an empty text', { expression: '' }, 'expression'],
    ['a value', { expression: "channel == 'X'", channel: 'X' }, 'channel'],
    ['parameters that are a list', { expression: 'true', parameters: ['a'] }, 'parameters'],
    ['parameters that are null', { expression: 'true', parameters: null }, 'parameters'],
    ['a type that is none', typed('money'), 'parameters.p'],
    ['a type that is no text', typed({ type_name: 'TYPE_NAME_INT' }), 'parameters.p'],
    ['a list of nothing', typed('list'), 'parameters.p'],
    ['a map without an end', typed('map<int'), 'parameters.p'],
    ['a map of one and a half', typed('map<int>>'), 'parameters.p'],
    ['a scalar of something', typed('string<int>'), 'parameters.p'],
    ['a type nested without end', typed(`${'list<'.repeat(9)}int${'>'.repeat(9)}`), 'parameters.p'],
    ['the name of a type in capitals', typed('STRING'), 'parameters.p'],
    [
      'a parameter named like the prototype',
      { expression: 'true', parameters: JSON.parse('{"__proto__":"string"}') },
      'parameters.__proto__',
    ],
    ['a free name like the prototype', { expression: '__proto__ == "a"' }, 'expression'],
    ['no boolean', { expression: '"a"' }, 'expression'],
    ['a number, as an undeclared name is none', { expression: 'count > 5' }, 'expression'],
    ['what cannot be read', { expression: 'channel ==' }, 'expression'],
    ['a function that there is not', { expression: 'getenv("HOME") == "/"' }, 'expression'],
    ['a member of a string', { expression: 'user.constructor == "a"' }, 'expression'],
    ['2,048 bytes', { expression: `true${' '.repeat(2_044)}` }, undefined],
    ['2,049 bytes', { expression: `true${' '.repeat(2_045)}` }, 'expression'],
    [
      '2,049 bytes in fewer characters',
      { expression: `s == '${'é'.repeat(1_022)}'` },
      'expression',
    ],
    [
      '256 nodes and no more',
      { expression: `${'n < 3 && '.repeat(64)}n < 3`, parameters: { n: 'int' } },
      'expression',
    ],
    ['33 brackets', { expression: `${'('.repeat(33)}true${')'.repeat(33)}` }, 'expression'],
    ['brackets that never close', { expression: '{1:'.repeat(500) }, 'expression'],
    [
      'a comprehension within a comprehension',
      { expression: 'l.all(a, l.exists(b, a == b))', parameters: { l: 'list<int>' } },
      'expression',
    ],
    ['signs without end', { expression: `${'-'.repeat(2_000)}1 == 1` }, 'expression'],
    [
      '32 KiB and more',
      {
        expression: 'true',
        parameters: Object.fromEntries(
          Array.from({ length: 3_000 }, (_, i) => [`p${i}`, 'string']),
        ),
      },
      'context',
    ],
  ];
  test.each(rows)('%s', (_, context, fault) => expect(faultOf(context)).toBe(fault));

  test('a pattern with catastrophic backtracking ends', () => {
    const read = inlineCondition({ expression: "s.matches('(a+)+$')" });
    expect('condition' in read && read.condition.evaluate({ s: `${'a'.repeat(30_000)}!` })).toEqual(
      { value: false },
    );
  });
});

describe('compiled once', () => {
  test('the same content is the same condition, other content is not', () => {
    const [a, b, c] = [
      { expression: "x == 'same'" },
      { expression: "x == 'same'" },
      { expression: "x == 'same'", parameters: { x: 'any' } },
    ].map((context) => inlineCondition(context));
    expect('condition' in a! && 'condition' in b! && a.condition === b.condition).toBe(true);
    expect('condition' in c! && 'condition' in a! && a.condition === c.condition).toBe(false);
  });

  test('many are compiled in slices, and can be stopped', async () => {
    let reads = 0;
    const long = (i: number) => ({
      get expression() {
        reads += 1;
        return `n < ${i} && ${'n < 3 && '.repeat(60)}n < 3`;
      },
      parameters: { n: 'int' },
    });
    let others = 0;
    const ticking = setInterval(() => {
      others += 1;
    }, 1);
    const contexts = Array.from({ length: 300 }, (_, i) => long(i));
    await compileAhead(contexts);
    const compiled = reads;
    clearInterval(ticking);
    expect(others).toBeGreaterThan(2);
    contexts.forEach((context) => inlineCondition(context));
    expect(reads).toBe(compiled);
    await expect(
      compileAhead(
        Array.from({ length: 3_000 }, (_, i) => long(1_000 + i)),
        () => {
          throw new Error('late');
        },
      ),
    ).rejects.toThrow('late');
  });
});
