import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { solve } from './solver.ts';
import {
  exclusion,
  goal,
  intersection,
  knownExpression,
  no,
  union,
  unknown,
  unknownBecause,
  yes,
} from './truth.ts';
import type { Equations, Expression, GoalTruth } from './truth.ts';

const a = goal('a');
const b = goal('b');
const c = goal('c');
const limit = unknownBecause({ code: 'check_depth_exceeded', detail: 'too deep' });
const system = (equations: Record<string, Expression>): Equations =>
  new Map(Object.entries(equations));

describe('solve', () => {
  const cases: [string, Record<string, Expression>, GoalTruth][] = [
    ['a hit beside something unknown is a hit', { a: union([limit, knownExpression(yes)]) }, yes],
    [
      'a union of something unknown and a miss is unknown',
      { a: union([limit, knownExpression(no)]) },
      unknown,
    ],
    [
      'an intersection with a miss is a miss',
      { a: intersection([limit, knownExpression(no)]) },
      no,
    ],
    [
      'an intersection with something unknown is unknown',
      { a: intersection([limit, knownExpression(yes)]) },
      unknown,
    ],
    ['nothing is left of what is subtracted', { a: exclusion(limit, knownExpression(yes)) }, no],
    ['an unknown subtraction is unknown', { a: exclusion(knownExpression(yes), limit) }, unknown],
    [
      'a goal under itself adds nothing',
      { a: union([b, knownExpression(no)]), b: union([c]), c: a },
      no,
    ],
    ['a cycle with a way in holds', { a: b, b: c, c: union([a, knownExpression(yes)]) }, yes],
    ['a cycle with an unknown way in is unknown', { a: b, b: c, c: union([a, limit]) }, unknown],
    [
      'who is in a cycle of subtracted groups without a way in is not subtracted',
      { a: exclusion(knownExpression(yes), b), b: c, c: b },
      yes,
    ],
    [
      'an exclusion that subtracts itself is false',
      { a: exclusion(knownExpression(yes), b), b: a },
      no,
    ],
    [
      'an exclusion that subtracts itself for nobody holds',
      { a: exclusion(knownExpression(yes), b), b: intersection([a, knownExpression(no)]) },
      yes,
    ],
    [
      'what does not hold on its own does not make an exclusion subtract itself',
      { a: exclusion(knownExpression(yes), b), b: intersection([a, b]) },
      yes,
    ],
    [
      'an exclusion that leads to itself by what it subtracts twice is false',
      {
        a: exclusion(knownExpression(yes), b),
        b: exclusion(a, exclusion(knownExpression(yes), b)),
      },
      no,
    ],
    [
      'an exclusion that may subtract itself is unknown',
      { a: exclusion(knownExpression(yes), b), b: intersection([a, limit]) },
      unknown,
    ],
    ['a goal that was not read is unknown', { a: b }, unknown],
  ];
  it.each(cases)('%s', (_, equations, expected) => {
    expect(solve(system(equations)).valueOf('a')).toBe(expected);
  });

  it('returns each relevant reason once', () => {
    const other = unknownBecause({ code: 'condition_failed', detail: 'x' });
    const solution = solve(
      system({
        a: union([b, limit, intersection([knownExpression(no), other])]),
        b: union([limit, a]),
      }),
    );
    expect(solution.reasonsOf('a')).toEqual([{ code: 'check_depth_exceeded', detail: 'too deep' }]);
  });

  it('names the unread goals that can still change the answer', () => {
    const solution = solve(system({ a: union([b, intersection([c, knownExpression(no)])]) }));
    expect(solution.openUnder(['a'])).toEqual(['b']);
  });
});

const names = ['g0', 'g1', 'g2', 'g3', 'g4', 'g5'];
const expressions = (leaf: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> =>
  fc.letrec<{ e: Expression }>((tie) => ({
    e: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.constantFrom(...names).map(goal),
      fc.array(tie('e'), { minLength: 1, maxLength: 3 }).map(union),
      fc.array(tie('e'), { minLength: 1, maxLength: 3 }).map(intersection),
      fc.tuple(tie('e'), tie('e')).map(([base, subtract]) => exclusion(base, subtract)),
    ),
  })).e;
const systems = (leaf: fc.Arbitrary<Expression>): fc.Arbitrary<Equations> =>
  fc
    .tuple(...names.map(() => expressions(leaf)))
    .map((all) => new Map(all.map((e, i) => [names[i] as string, e])));
const decidedLeaf = fc.constantFrom(knownExpression(no), knownExpression(yes));

/** The same with a goal of its own for all that is subtracted: what is subtracted twice is no way without negation. */
function flat(equations: Equations): Equations {
  const all = new Map<string, Expression>();
  const flatten = (e: Expression): Expression => {
    switch (e.kind) {
      case 'known':
      case 'goal':
        return e;
      case 'exclusion': {
        const name = `subtracted ${all.size}`;
        all.set(name, knownExpression(no));
        all.set(name, flatten(e.subtract));
        return exclusion(flatten(e.base), goal(name));
      }
      default:
        return { kind: e.kind, of: e.of.map(flatten) };
    }
  };
  for (const [name, e] of equations) all.set(name, flatten(e));
  return all;
}

/** Holds under `positive` where nothing is subtracted, under `negative` where something is. */
function holds(e: Expression, positive: Set<string>, negative: Set<string>): boolean {
  switch (e.kind) {
    case 'known':
      return e.value === yes;
    case 'goal':
      return positive.has(e.goal);
    case 'union':
      return e.of.some((o) => holds(o, positive, negative));
    case 'intersection':
      return e.of.every((o) => holds(o, positive, negative));
    case 'exclusion':
      return holds(e.base, positive, negative) && !holds(e.subtract, negative, positive);
  }
}

function least(equations: Equations, negative: Set<string>): Set<string> {
  const set = new Set<string>();
  for (let size = -1; size !== set.size;) {
    size = set.size;
    for (const [name, e] of equations) if (holds(e, set, negative)) set.add(name);
  }
  return set;
}

/** The well-founded model by the alternating fixed point: what surely holds, and what is not surely false. */
function reference(given: Equations): { sure: Set<string>; possible: Set<string> } {
  const equations = flat(given);
  let sure = new Set<string>();
  for (;;) {
    const possible = least(equations, sure);
    const next = least(equations, possible);
    if (next.size === sure.size) return { sure, possible };
    sure = next;
  }
}

describe('solve, for all equations', () => {
  it('agrees with the alternating fixed point wherever it decides', () => {
    fc.assert(
      fc.property(systems(decidedLeaf), (equations) => {
        const { sure, possible } = reference(equations);
        const solution = solve(equations);
        for (const name of names) {
          if (sure.has(name)) expect(solution.valueOf(name)).toBe(yes);
          else if (!possible.has(name)) expect(solution.valueOf(name)).toBe(no);
          else expect(solution.valueOf(name)).not.toBe(unknown);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('decides only results that unread goals cannot change', () => {
    fc.assert(
      fc.property(systems(decidedLeaf), fc.subarray(names), (equations, read) => {
        const part = solve(new Map(read.map((name) => [name, equations.get(name) as Expression])));
        const whole = solve(equations);
        for (const name of read)
          if (part.valueOf(name) !== unknown) expect(whole.valueOf(name)).toBe(part.valueOf(name));
      }),
      { numRuns: 3_000 },
    );
  });

  it('decides only results that unknown values cannot change', () => {
    fc.assert(
      fc.property(
        systems(
          fc.constantFrom(knownExpression(no), knownExpression(yes), knownExpression(unknown)),
        ),
        fc.infiniteStream(fc.boolean()),
        (equations, coins) => {
          const decide = (e: Expression): Expression => {
            switch (e.kind) {
              case 'known':
                return e.value === unknown ? knownExpression(coins.next().value ? yes : no) : e;
              case 'goal':
                return e;
              case 'exclusion':
                return exclusion(decide(e.base), decide(e.subtract));
              default:
                return { kind: e.kind, of: e.of.map(decide) };
            }
          };
          const decided = solve(new Map([...equations].map(([name, e]) => [name, decide(e)])));
          const solution = solve(equations);
          for (const name of names)
            if (solution.valueOf(name) !== unknown)
              expect(decided.valueOf(name)).toBe(solution.valueOf(name));
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
