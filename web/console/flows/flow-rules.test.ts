import { describe, expect, it } from 'vitest';
import { builtInFlow } from '@platform/login-flow';
import type { LoginFlow, LoginFlowStep } from '@platform/contracts';
import { comparisonOf, conditionOf, flatCondition, listValue } from './flat-condition.ts';
import { isSaveAt } from './draft-saves.ts';
import { freeId, insertStep, newStep, removeStep, withStep } from './flow-edit.ts';
import { exitsOf, orderedSteps, withExit } from './flow-exits.ts';
import { graphOf, pathOf } from './flow-graph.ts';
import { countDifferences, differenceOf, fieldsOf, mergedFlow } from './flow-versions.ts';
import { compareVersions } from '../../kit/form/versions.ts';
import { contextOf, factsToAsk } from './simulation-facts.ts';

const flow = builtInFlow;
const stepOf = (of: LoginFlow, id: string): LoginFlowStep => {
  const step = of.steps.find((one) => one.id === id);
  if (!step) throw new Error(`there is no step ${id}`);
  return step;
};
const titled = (of: LoginFlow, id: string, title: string) =>
  withStep(of, { ...stepOf(of, id), title });
const words = {
  nameOf: ({ id }: LoginFlowStep) => id,
  hintOf: () => '',
  exitOf: ({ name }: { name: string }) => name,
  entryOf: (name: string) => name,
  problemCount: (problems: readonly unknown[]) => `${problems.length}`,
};

describe('an edit of a login flow', () => {
  it('puts a step between two others', () => {
    const step = newStep(flow, 'terms', 'Accept the terms');
    const after = insertStep(flow, step, { step: 'first_factor', exit: 'success' });
    expect(stepOf(after, 'first_factor').on['success']).toBe('accept_the_terms');
    expect(stepOf(after, 'accept_the_terms').on).toEqual({ accepted: 'enough' });
  });

  it('removes a step and connects what was around it', () => {
    const after = removeStep(flow, 'enough');
    expect(stepOf(after, 'first_factor').on['success']).toBe('second_factor');
    expect(removeStep(flow, 'identify').entrypoints['default']).toBe('first_factor');
  });

  it('leaves no edge to a step that is gone', () => {
    for (const { id } of flow.steps) {
      const after = removeStep(flow, id);
      const known = new Set(after.steps.map((step) => step.id));
      for (const step of after.steps)
        for (const { to } of exitsOf(step)) if (to !== undefined) expect(known).toContain(to);
    }
  });

  it('connects and disconnects an exit', () => {
    const step = withExit(stepOf(flow, 'first_factor'), 'failure', 'done');
    expect(step.on['failure']).toBe('done');
    expect(withExit(step, 'failure', undefined).on).not.toHaveProperty('failure');
    expect(exitsOf(withExit(stepOf(flow, 'enough'), 'branch two_factors', 'identify'))[0]?.to).toBe(
      'identify',
    );
  });

  it.each([
    ['Zweiter Schritt', 'zweiter_schritt'],
    ['2. Gerät', 'gerat'],
    ['…', 'step'],
    ['Identify', 'identify_2'],
  ])('makes an id of “%s”', (text, id) => {
    expect(freeId(text, new Set(['identify']))).toBe(id);
  });
});

describe('a graph of a login flow', () => {
  it('has its entry points, its steps and the ways between them', () => {
    const { nodes, edges } = graphOf(flow, [], words);
    expect(nodes.map(({ id }) => id)).toEqual([
      'entry:default',
      'identify',
      'first_factor',
      'enough',
      'done',
      'second_factor',
      'application',
      'set_up',
    ]);
    expect(edges.map(({ from, to }) => `${from} ${to}`)).toContain('enough second_factor');
  });

  it('marks problems at their steps, and steps that are never reached', () => {
    const added = insertStep(flow, newStep(flow, 'deny', 'Lost'));
    const problem = {
      severity: 'error' as const,
      code: 'outcome_unwired' as const,
      pointer: '/steps/1/on/success',
      detail: '',
    };
    const { nodes } = graphOf(added, [problem], words);
    expect(nodes.find(({ id }) => id === 'first_factor')?.badge).toEqual({
      state: 'error',
      label: '1',
    });
    expect(nodes.find(({ id }) => id === 'lost')?.tone).toBe('quiet');
    expect(orderedSteps(added).at(-1)).toMatchObject({ isReached: false });
  });

  it('lights the exits that a simulation took', () => {
    const visit = { index: 0, type: '', offered: [], chosen: null, satisfiedBySession: false };
    const path = pathOf(flow, [
      { ...visit, step: 'identify', outcome: 'found', branches: [], next: 'first_factor' },
      {
        ...visit,
        step: 'enough',
        outcome: null,
        branches: [{ id: 'two_factors', result: 'unknown', facts: [] }],
        next: 'second_factor',
      },
    ]);
    expect([...path.edges]).toEqual(['entry:default', 'identify found', 'enough otherwise']);
  });
});

describe('the difference of two login flows', () => {
  it('names added, removed and changed steps, and settings', () => {
    const changed = titled(removeStep(flow, 'enough'), 'second_factor', 'Verify');
    const added = insertStep(changed, newStep(flow, 'terms', 'Terms'));
    const after = { ...added, settings: { ...added.settings, signUpEnabled: false } };
    const { steps, flow: own } = differenceOf(flow, after);
    expect(steps.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'changed first_factor',
      'changed second_factor',
      'added terms',
      'removed enough',
    ]);
    expect(steps[0]?.changes).toEqual([
      { path: 'on.success', before: 'enough', after: 'second_factor' },
    ]);
    expect(own).toEqual([{ path: 'settings.signUpEnabled', before: true, after: false }]);
    expect(countDifferences({ steps, flow: own })).toBe(5);
  });

  it('does not depend on the order of steps', () => {
    const turned = { ...flow, steps: flow.steps.toReversed() };
    expect(countDifferences(differenceOf(flow, turned))).toBe(0);
  });
});

describe('a merge of two drafts', () => {
  it('keeps both changes, and mine where it was chosen', () => {
    const theirs = titled(titled(flow, 'identify', 'Theirs'), 'done', 'End');
    const mine = insertStep(titled(flow, 'identify', 'Mine'), newStep(flow, 'terms', 'Terms'));
    const fields = compareVersions(fieldsOf(flow), {
      theirs: fieldsOf(theirs),
      mine: fieldsOf(mine),
    });
    expect(fields.filter(({ changedBy }) => changedBy === 'both').map(({ path }) => path)).toEqual([
      'steps.identify.title',
    ]);
    const merged = mergedFlow(theirs, mine, ['steps.identify.title', 'steps.terms']);
    expect(stepOf(merged, 'identify').title).toBe('Mine');
    expect(stepOf(merged, 'done').title).toBe('End');
    expect(stepOf(merged, 'terms').type).toBe('terms');
    expect(merged.steps).toHaveLength(flow.steps.length + 1);
  });

  it('removes a step that I removed', () => {
    const mine = removeStep(flow, 'enough');
    const merged = mergedFlow(flow, mine, ['steps.enough', 'steps.first_factor.on.success']);
    expect(differenceOf(mine, merged)).toEqual({ steps: [], flow: [] });
  });
});

describe('a condition in a form', () => {
  const one = { fact: 'device.known', op: 'eq', value: true } as const;
  const two = { fact: 'risk.level', op: 'eq', value: 'low' } as const;

  it.each([[one], [{ all: [one, two] }], [{ any: [one, two] }]])('is the same after it', (when) => {
    const flat = flatCondition(when);
    expect(flat && conditionOf(flat)).toEqual(when);
  });

  it('is code if it is nested', () => {
    expect(flatCondition({ not: one })).toBeUndefined();
    expect(flatCondition({ all: [one, { any: [two] }] })).toBeUndefined();
  });

  it.each([
    ['risk.level', 'eq', true, 'eq', 'low'],
    ['user.groups', 'eq', 'x', 'contains', 'x'],
    ['network.country', 'in', 'DE', 'in', ['']],
    ['time.hourUtc', 'gte', 8, 'gte', 8],
  ] as const)(
    'compares %s with %s by an operator and a value that fit',
    (fact, op, given, ...to) => {
      const { op: fitting, value } = comparisonOf(fact, op, given);
      expect([fitting, value]).toEqual(to);
    },
  );

  it('has numbers where the fact is one', () => {
    expect(listValue('network.country', ['DE', 'FR'])).toEqual(['DE', 'FR']);
    expect(listValue('network.asn', ['1', '2'])).toEqual([1, 2]);
  });
});

describe('facts of a simulation', () => {
  it('are asked for if the flow depends on them', () => {
    const step = newStep(flow, 'condition', 'Known?');
    expect(factsToAsk(insertStep(flow, step))).toEqual([
      'user.exists',
      'user.enrolledMethods',
      'request.requestedAal',
      'request.acrValues',
      'device.known',
    ]);
  });

  it('are grouped as the operation takes them', () => {
    expect(
      contextOf({ 'user.exists': true, 'user.metadata.plan': 'pro', 'risk.level': 'low' }),
    ).toEqual({ user: { exists: true, metadata: { plan: 'pro' } }, risk: { level: 'low' } });
  });
});

describe('the author of a draft', () => {
  const savedAt = '2026-11-27T10:00:00.000Z';

  it.each([
    ['loginFlowPutDraft', '2026-11-27T10:00:00.400Z', true],
    ['loginFlowApplyTemplate', '2026-11-27T09:59:59.000Z', true],
    ['loginFlowPutDraft', '2026-11-27T09:30:00.000Z', false],
    ['loginFlowActivate', savedAt, false],
  ])('is the actor of %s at %s: %s', (operationId, occurredAt, is) => {
    expect(isSaveAt({ operationId, occurredAt }, savedAt)).toBe(is);
  });
});
