import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { parse } from 'yaml';
import { CreatePolicyRequest } from '@platform/contracts';
import type { PolicyConditions, PolicyControls, PolicyMode } from '@platform/contracts';
import { compilePolicy, evaluatePolicies } from '../src/access-policies/policy-evaluation.ts';
import type { CompiledPolicy } from '../src/access-policies/policy-evaluation.ts';
import type { Signals } from '../src/access-policies/signals.ts';

const matrix = <T>(name: string): T =>
  parse(readFileSync(new URL(`matrices/policies/${name}.yaml`, import.meta.url), 'utf8')) as T;
const noon = new Date('2026-11-20T12:00:00Z');
const ada = { type: 'user', id: 'usr_ada' } as const;

interface GivenPolicy {
  mode?: PolicyMode;
  priority?: number;
  created?: number;
  conditions?: PolicyConditions;
  controls: PolicyControls;
}
interface GivenSignals extends Omit<Signals, 'at' | 'authTime' | 'principal'> {
  at?: string;
  authTime?: string;
  principal?: Signals['principal'] | null;
}

/** Each policy of a matrix is one that the API would accept. */
function policy(
  id: string,
  { mode = 'enabled', priority = 100, created = 0, conditions = {}, controls }: GivenPolicy,
): CompiledPolicy {
  const body = CreatePolicyRequest.parse({ name: id, mode, priority, conditions, controls });
  return compilePolicy({ ...body, id, createdAt: new Date(created) });
}
const signals = ({ at, authTime, principal, ...more }: GivenSignals = {}): Signals => ({
  ...more,
  at: at ? new Date(at) : noon,
  authTime: authTime ? new Date(authTime) : undefined,
  principal: principal === null ? undefined : (principal ?? ada),
});

describe('conditions', () => {
  const cases = matrix<
    {
      name: string;
      conditions: PolicyConditions;
      signals?: GivenSignals;
      applies: boolean;
      unmatched?: string[];
      unknown?: string[];
    }[]
  >('conditions');
  test.each(cases.map((c) => [c.name, c] as const))(
    '%s',
    (_name, { conditions, signals: given, applies, unmatched, unknown = [] }) => {
      const {
        decision,
        policies: [judged],
      } = evaluatePolicies(
        [policy('p', { conditions, controls: { block: true } })],
        signals(given),
      );
      expect([decision, judged?.result]).toEqual(
        applies ? ['block', 'blocked'] : ['allow', 'not_applied'],
      );
      expect(judged?.unknown).toEqual(unknown);
      if (unmatched) expect(judged?.unmatched).toEqual(unmatched);
    },
  );
});

describe('time windows', () => {
  const cases =
    matrix<{ name: string; time: PolicyConditions['time']; at: Record<string, boolean> }[]>('time');
  test.each(
    cases.flatMap(({ name, time, at }) =>
      Object.entries(at).map(([instant, applies]) => [name, instant, applies, time] as const),
    ),
  )('%s: %s is %s', (_name, at, applies, time) => {
    expect(
      evaluatePolicies(
        [policy('p', { conditions: { time }, controls: { block: true } })],
        signals({ at }),
      ).decision,
    ).toBe(applies ? 'block' : 'allow');
  });
});

interface DecisionCase {
  name: string;
  policies: Record<string, GivenPolicy>;
  signals?: GivenSignals;
  decision: string;
  blockedBy?: string;
  requirements?: Record<string, string[]>[];
  results?: Record<string, string>;
  reportOnly?: string[];
  session?: object;
}

describe('decisions', () => {
  test.each(matrix<DecisionCase[]>('decisions').map((c) => [c.name, c] as const))(
    '%s',
    (_name, expected) => {
      const found = evaluatePolicies(
        Object.entries(expected.policies).map(([id, given]) => policy(id, given)),
        signals(expected.signals),
      );
      expect(found.decision).toBe(expected.decision);
      expect(found.blockedBy?.id).toBe(expected.blockedBy);
      if (expected.requirements)
        expect(found.requirements.map((r) => ({ [r.policyId as string]: r.controls }))).toEqual(
          expected.requirements,
        );
      if (expected.results)
        expect(Object.fromEntries(found.policies.map((p) => [p.id, p.result]))).toEqual(
          expected.results,
        );
      if (expected.reportOnly) expect(found.reportOnly).toEqual(expected.reportOnly);
      expect(found.session).toEqual({
        maxAccessTokenSeconds: null,
        maxSessionSeconds: null,
        refreshToken: 'allow',
        senderConstrained: 'none',
        ...expected.session,
      });
    },
  );

  const acr = fc.constantFrom('aal1', 'aal2', 'aal3') as fc.Arbitrary<'aal1' | 'aal2' | 'aal3'>;
  const given: fc.Arbitrary<GivenPolicy> = fc.record({
    mode: fc.constantFrom('enabled', 'report_only', 'disabled') as fc.Arbitrary<PolicyMode>,
    priority: fc.integer({ min: 1, max: 3 }),
    created: fc.integer({ min: 0, max: 3 }),
    conditions: fc.constantFrom<PolicyConditions>(
      {},
      { scopes: ['a'] },
      { risk: { signIn: ['high'] } },
      { whenUnknown: 'no_match', risk: { signIn: ['high'] } },
    ),
    controls: fc.oneof(
      fc.constant<PolicyControls>({ block: true }),
      acr.map((value): PolicyControls => ({ assurance: { acr: value } })),
      fc.constant<PolicyControls>({ session: { refreshToken: 'deny' } }),
    ),
  });
  const severity = { allow: 0, require: 1, block: 2 };

  test('an additional policy never loosens a decision, whatever its priority', () => {
    fc.assert(
      fc.property(
        fc.array(given, { maxLength: 5 }),
        given,
        acr,
        fc.boolean(),
        (policies, further, level, risky) => {
          const at = signals({
            acr: level,
            scopes: ['a'],
            ...(risky ? { risk: { signIn: 'high' } } : {}),
          });
          const before = evaluatePolicies(
            policies.map((p, i) => policy(`p${i}`, p)),
            at,
          );
          const after = evaluatePolicies(
            [...policies, further].map((p, i) => policy(`p${i}`, p)),
            at,
          );
          return (
            severity[after.decision] >= severity[before.decision] &&
            !(before.session.refreshToken === 'deny' && after.session.refreshToken === 'allow')
          );
        },
      ),
    );
  });

  test('the order of policies does not matter', () => {
    fc.assert(
      fc.property(fc.array(given, { maxLength: 6 }), acr, (policies, level) => {
        const ready = policies.map((p, i) => policy(`p${i}`, p));
        expect(evaluatePolicies([...ready].reverse(), signals({ acr: level, scopes: [] }))).toEqual(
          evaluatePolicies(ready, signals({ acr: level, scopes: [] })),
        );
      }),
    );
  });
});
