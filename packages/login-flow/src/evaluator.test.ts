import type { LoginFlowSimulationAnswer } from '@platform/contracts';
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { effectiveFlow } from './effective-flow.ts';
import type { EffectiveFlow, FlowBinding } from './effective-flow.ts';
import { isAtLeast, rankOf } from './factor-set.ts';
import { askOf } from './login-ask.ts';
import type { LoginAnswer, LoginAsk, LoginFacts, LoginState } from './login-state.ts';
import { begin, next, resultOf } from './login.ts';
import { analysePaths, assuranceOf } from './path-analysis.ts';
import { setOfFactors } from './proven-factor.ts';
import { simulate } from './simulation.ts';
import { anyChoices, anyFlow, anyValues } from './test-flows.ts';

const now = Date.UTC(2026, 10, 20, 12);
const runs = { numRuns: 300 };

/** An answer that the step accepts, chosen by a number. */
function possibleAnswer({ outcomes, offered }: LoginAsk, choice: number): LoginAnswer {
  // Mostly the first, which makes progress.
  const outcome = (choice % 10 < 7 ? outcomes[0] : outcomes[choice % outcomes.length]) ?? '';
  const available = offered.filter((one) => one.available);
  const isImpossible = outcome === 'success' && offered.length > 0 && available.length === 0;
  if (isImpossible) return { outcome: 'failure' };
  const offer = outcome === 'success' ? available[choice % available.length] : undefined;
  return {
    outcome,
    method: offer?.method,
    evidence: { userVerified: choice % 7 !== 0, hardwareProtected: choice % 3 === 0 },
  };
}

interface Walk {
  state: LoginState;
  path: ReturnType<typeof begin>['path'];
  asked: { step: string; answer: LoginAnswer }[];
}

function walk(flow: EffectiveFlow, facts: LoginFacts, choices: readonly number[]): Walk {
  let { state, path } = begin(flow, facts);
  const asked: Walk['asked'] = [];
  for (const choice of choices) {
    const ask = askOf(flow, state, facts);
    if (!ask) break;
    const answer = possibleAnswer(ask, choice);
    asked.push({ step: ask.step, answer });
    const before = JSON.stringify(state);
    const moved = next(flow, state, answer, facts);
    expect(JSON.stringify(state)).toBe(before);
    expect(JSON.parse(JSON.stringify(moved.state))).toEqual(moved.state);
    state = moved.state;
    path = [...path, ...moved.path];
  }
  return { state, path, asked };
}

const simulatedAnswer = ({ step, answer }: Walk['asked'][number]): LoginFlowSimulationAnswer => ({
  step,
  outcome: answer.outcome,
  method: answer.method,
  ...answer.evidence,
});

const binding = fc.record({
  entrypoint: fc.constant('default'),
  minimumAssurance: fc.constantFrom(null, 'aal1' as const, 'aal2' as const, 'aal3' as const),
  allowedMethods: fc.constantFrom(
    null,
    ['password' as const],
    ['passkey' as const, 'totp' as const],
    ['password' as const, 'totp' as const, 'passkey' as const],
  ),
  allowedConnectors: fc.constant(null),
  defaultConnector: fc.constant(null),
  maxAgeSeconds: fc.constantFrom(null, 0, 60),
  signUpEnabled: fc.constantFrom(null, true, false),
}) as fc.Arbitrary<FlowBinding>;

describe('the evaluator', () => {
  test('ends, and the simulation of the same answers takes the same path', () => {
    fc.assert(
      fc.property(anyFlow, anyValues, anyChoices, (definition, values, choices) => {
        const flow = effectiveFlow(definition);
        const facts = { now, values };
        const { state, path, asked } = walk(flow, facts, choices);
        if (state.status === 'asking') return;
        const simulated = simulate(flow, facts, asked.map(simulatedAnswer));
        expect(simulated.result).toBe(state.status);
        expect(simulated.path).toEqual(path.map((visit, index) => ({ index, ...visit })));
        expect(simulated.assurance).toEqual(resultOf(flow, state, facts).assurance);
      }),
      runs,
    );
  });

  test('never completes below the minimum, without a factor, or outside of what the analysis found', () => {
    let completed = 0;
    fc.assert(
      fc.property(anyFlow, anyValues, anyChoices, (definition, values, choices) => {
        const flow = effectiveFlow(definition);
        const facts = { now, values };
        const { state, path } = walk(flow, facts, choices);
        if (state.status !== 'completed') return;
        completed += 1;
        const { level } = resultOf(flow, state, facts).assurance;
        expect(isAtLeast(level, definition.settings.minimumAssurance)).toBe(true);
        if (values['request.requestedAal'])
          expect(isAtLeast(level, values['request.requestedAal'] as 'aal1')).toBe(true);
        const { min, max } = assuranceOf(flow);
        expect(rankOf(level)).toBeGreaterThanOrEqual(rankOf(min));
        expect(min).not.toBeNull();
        const steppedUp = path.some(({ type }) => type === 'step_up');
        if (steppedUp) return;
        expect(rankOf(level)).toBeLessThanOrEqual(rankOf(max));
        const factors = setOfFactors(state.factors);
        const found = analysePaths(flow).completions.map(({ set }) => set & ~128);
        expect(found).toContain(factors);
      }),
      { numRuns: 800 },
    );
    expect(completed).toBeGreaterThan(30);
  });

  test('is only tightened by a binding', () => {
    let completed = 0;
    fc.assert(
      fc.property(anyFlow, binding, anyValues, anyChoices, (definition, given, values, choices) => {
        const facts = { now, values };
        const bound = effectiveFlow(definition, { binding: given });
        const { state, path } = walk(bound, facts, choices);
        if (state.status !== 'completed') return;
        completed += 1;
        const { level } = resultOf(bound, state, facts).assurance;
        const free = effectiveFlow(definition);
        // A set that completes under the binding also completes without it. Only step-ups may differ, since the binding can
        // require them.
        const within = analysePaths(free).completions.map(({ set }) => set & ~128);
        const steppedUp = path.some(({ type }) => type === 'step_up');
        if (!steppedUp) expect(within).toContain(setOfFactors(state.factors));
        expect(isAtLeast(level, given.minimumAssurance ?? 'aal1')).toBe(true);
        expect(isAtLeast(level, definition.settings.minimumAssurance)).toBe(true);
        const used = state.factors.filter(({ method }) => method !== 'email_code');
        if (given.allowedMethods)
          expect(used.every(({ method }) => given.allowedMethods?.includes(method))).toBe(true);
        if (given.signUpEnabled === false)
          expect(path.filter((v) => v.type === 'register' && v.outcome === 'success')).toEqual([]);
      }),
      { numRuns: 800 },
    );
    expect(completed).toBeGreaterThan(3);
  });

  test('a binding never adds what the analysis did not find', () => {
    fc.assert(
      fc.property(anyFlow, binding, (definition, given) => {
        const free = analysePaths(effectiveFlow(definition)).completions;
        const bound = analysePaths(effectiveFlow(definition, { binding: given })).completions;
        const key = ({ step, set }: (typeof free)[number]) => `${step} ${set}`;
        expect(new Set(free.map(key)).size).toBeGreaterThanOrEqual(new Set(bound.map(key)).size);
        for (const end of bound) expect(free.map(key)).toContain(key(end));
        const [loose, tight] = [
          assuranceOf(effectiveFlow(definition)),
          assuranceOf(effectiveFlow(definition, { binding: given })),
        ];
        if (tight.min) expect(rankOf(tight.min)).toBeGreaterThanOrEqual(rankOf(loose.min));
      }),
      runs,
    );
  });
});
