import type { LoginFlow, LoginFlowStep, LoginMethod } from '@platform/contracts';
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { effectiveFlow } from './effective-flow.ts';
import { analysePaths } from './path-analysis.ts';
import { flowOf, anyFlow } from './test-flows.ts';

/** The known facts on a path, in words. */
type Facts = ReadonlySet<string>;

const kinds: Record<string, string[][]> = {
  password: [['knowledge']],
  totp: [['possession']],
  recovery_code: [['possession']],
  email_code: [['mailbox']],
  passkey: [
    ['possession', 'inherence', 'resistant', 'identified'],
    ['possession', 'inherence', 'resistant', 'hardware', 'identified'],
  ],
  security_key: [
    ['possession', 'resistant'],
    ['possession', 'resistant', 'hardware'],
  ],
  federation: [
    ['federated', 'identified'],
    ['federated', 'upstream', 'identified'],
  ],
};
const bare = [
  ['possession', 'resistant', 'identified'],
  ['possession', 'resistant', 'hardware', 'identified'],
];

const plus = (facts: Facts, more: readonly string[]): Facts => new Set([...facts, ...more]);
const proofs = (method: LoginMethod, role = 'any'): string[][] => [
  ...(kinds[method] ?? []),
  ...(method === 'passkey' && role === 'second' ? bare : []),
];
const isProven = (facts: Facts): boolean =>
  ['knowledge', 'possession', 'inherence', 'mailbox', 'federated'].some((kind) => facts.has(kind));

/** Every way out of a step, implemented independently. */
function ways(step: LoginFlowStep, facts: Facts, signUp: boolean): [string | undefined, Facts][] {
  const { on } = step;
  const none: Facts = new Set();
  switch (step.type) {
    case 'identify': {
      const { homeRealmDiscovery, concealUnknown } = step.config;
      const both = (to: string | undefined): [string | undefined, Facts][] => [
        [to, new Set(['identified'])],
        [to, plus(facts, ['identified'])],
      ];
      return [
        ...both(on['found']),
        ...(concealUnknown && !on['not_found'] ? [] : [[on['not_found'], none] as never]),
        ...(homeRealmDiscovery ? both(on['federated']) : []),
      ];
    }
    case 'authenticate': {
      const { role, methods, collectIdentifier } = step.config;
      const after = collectIdentifier ? plus(facts, ['identified']) : facts;
      const usable = methods.filter(
        (method) =>
          !(role === 'second' && ['email_code', 'federation'].includes(method)) &&
          (after.has('identified') || ['passkey', 'federation'].includes(method)),
      );
      return [
        ...usable.flatMap((method) =>
          proofs(method, role).map((proof): [string | undefined, Facts] => [
            on['success'],
            plus(after, proof),
          ]),
        ),
        [on['failure'], facts],
        [on['not_enrolled'], facts],
      ];
    }
    case 'enroll': {
      const proven = isProven(facts)
        ? step.config.methods.flatMap((method) =>
            method === 'recovery_code' ? [[]] : proofs(method, 'second'),
          )
        : [[]];
      return [
        ...proven.map((proof): [string | undefined, Facts] => [on['success'], plus(facts, proof)]),
        ...(step.config.skippable ? [[on['skipped'], facts] as never] : []),
        [on['failure'], facts],
      ];
    }
    case 'register': {
      const base = plus(
        new Set(['identified']),
        step.config.requireVerifiedEmail ? ['mailbox'] : [],
      );
      const { initialMethods } = step.config;
      const made =
        initialMethods.length === 0 ? [[]] : initialMethods.flatMap((m) => proofs(m, 'second'));
      return [
        ...(signUp
          ? made.map((proof): [string | undefined, Facts] => [on['success'], plus(base, proof)])
          : []),
        ...(signUp ? [[on['existing'], facts] as never] : []),
        [on['failure'], facts],
      ];
    }
    case 'condition':
      return [
        ...step.config.branches.map(({ next }): [string, Facts] => [next, facts]),
        [step.config.otherwise, facts],
      ];
    default:
      return Object.values(on).map((to) => [to, facts]);
  }
}

const bits: Record<string, number> = {
  knowledge: 1,
  possession: 2,
  inherence: 4,
  mailbox: 8,
  federated: 16,
  resistant: 32,
  hardware: 64,
  identified: 128,
  upstream: 256,
};
const nameOf = (facts: Facts): number => [...facts].reduce((sum, one) => sum + (bits[one] ?? 0), 0);

/** Follows every path that visits no state twice. */
function bruteForce({ steps, entrypoints, settings }: LoginFlow): Set<string> {
  const ends = new Set<string>();
  const follow = (id: string | undefined, facts: Facts, before: ReadonlySet<string>): void => {
    const state = `${id} ${nameOf(facts)}`;
    const step = steps.find((one) => one.id === id);
    if (!step || before.has(state)) return;
    if (step.type === 'complete') ends.add(state);
    const path = new Set([...before, state]);
    for (const [to, after] of ways(step, facts, settings.signUpEnabled)) follow(to, after, path);
  };
  follow(entrypoints['default'], new Set(), new Set());
  return ends;
}

/** Small enough to follow every path. */
const smallFlow = anyFlow.map((flow): LoginFlow => {
  const kept = flow.steps.filter(({ id }) => !['s3', 's4'].includes(id));
  const here = (to: string | undefined) => (to === 's3' || to === 's4' ? 'done' : to);
  const steps = kept.map((step) => {
    const on = Object.fromEntries(Object.entries(step.on).map(([k, to]) => [k, here(to)]));
    if (step.type !== 'condition') return { ...step, on };
    const { branches, otherwise } = step.config;
    const moved = branches.map((branch) => ({ ...branch, next: here(branch.next) }));
    return { ...step, config: { branches: moved, otherwise: here(otherwise) } };
  });
  return flowOf(steps as never, flow.settings);
});

describe('analysePaths', () => {
  test('finds the same as following every path', () => {
    let found = 0;
    fc.assert(
      fc.property(smallFlow, (definition) => {
        const { completions } = analysePaths(effectiveFlow(definition));
        const sets = new Set(completions.map(({ step, set }) => `${step} ${set}`));
        expect(sets).toEqual(bruteForce(definition));
        found += sets.size;
      }),
      { numRuns: 150 },
    );
    expect(found).toBeGreaterThan(50);
  });

  test('keeps at most 192 sets a step, whatever the number of branches', () => {
    const methods = Object.keys(kinds) as LoginMethod[];
    const ids = Array.from({ length: 47 }, (_, i) => `s${i}`);
    const definition = flowOf([
      { id: 'who', type: 'identify', config: { identifiers: ['email'] }, on: { found: 's0' } },
      ...ids.map((id, i) => ({
        id,
        type: 'authenticate' as const,
        config: { role: 'any' as const, methods },
        on: {
          success: ids[(i * 7 + 1) % 47] as string,
          failure: ids[(i * 5 + 2) % 47] as string,
          not_enrolled: i % 9 === 0 ? 'done' : (ids[(i + 1) % 47] as string),
        },
      })),
      { id: 'done', type: 'complete' as const },
    ]);
    const { reached, completions } = analysePaths(effectiveFlow(definition));
    expect(Math.max(...[...reached.values()].map((sets) => sets.size))).toBeLessThanOrEqual(192);
    expect(completions.length).toBeGreaterThan(0);
  });
});
