import { readFileSync } from 'node:fs';
import transformer from '@openfga/syntax-transformer';
import type { ExplainNode } from '@platform/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluator } from '../src/evaluation/evaluator.ts';
import type { CheckLimits } from '../src/evaluation/question.ts';
import { explainQuestion } from '../src/explaining/explain.ts';
import { parseObject, parseSubject } from '../src/keys/tuple-key.ts';
import type { ObjectRef, SubjectRef } from '../src/keys/tuple-key.ts';
import type { ModelJson } from '../src/language/model-json.ts';
import { compileModel } from '../src/models/compiled-model.ts';
import { memoryReader } from '../src/reading/memory-reader.ts';
import type { MemoryTuple } from '../src/reading/memory-reader.ts';
import { questions, stores } from './random-stores.ts';
import type { RandomStore } from './random-stores.ts';

const limits: CheckLimits = { maxDepth: 25, maxNodes: 1_000, maxFanout: 100 };
const drive = compileModel(
  transformer.transformer.transformDSLToJSONObject(
    readFileSync(new URL('../examples/drive.fga', import.meta.url), 'utf8'),
  ) as unknown as ModelJson,
);

const tuple = (text: string): MemoryTuple => {
  const [subject = '', relation = '', object = '', condition] = text.split(' ');
  return {
    subject: parseSubject(subject) as SubjectRef,
    relation,
    object: parseObject(object) as ObjectRef,
    ...(condition ? { condition: { name: condition, context: {} } } : {}),
  };
};

const explain = (text: string, tuples: string[], context?: Record<string, unknown>) =>
  explainQuestion(
    { ...tuple(text), context },
    { model: drive, reader: memoryReader(tuples.map(tuple)) },
    limits,
  );

/** The nodes that decided, as text: indented, with tuples and reasons. */
function deciding(node: ExplainNode, indent = ''): string[] {
  if (!node.decisive) return [];
  const children = (node.children ?? []).flatMap((child) => deciding(child, `${indent}  `));
  const { tuple: of } = node;
  const what = of ? `${of.subject} ${of.relation} ${of.object}` : node.name;
  const why = node.reason ? ` (${node.reason.code})` : '';
  return [`${indent}${node.type} ${what}${why}`, ...children];
}

const recipes = [
  'folder:recipes parent document:pancakes',
  'folder:handbook parent folder:recipes',
  'group:staff#member viewer folder:handbook',
  'group:engineers#member member group:staff',
  'user:ada member group:engineers',
];

describe('an explanation of an allowed check', () => {
  it('is the shortest path, through groups that were found from the side of the subject', async () => {
    const { decision, steps, tree, missingTuple } = await explain(
      'user:ada viewer document:pancakes',
      recipes,
    );
    expect({ decision, steps, missingTuple }).toEqual({
      decision: 'allowed',
      steps: expect.any(Number),
      missingTuple: null,
    });
    expect(deciding(tree).map((line) => line.trim())).toEqual([
      'relation document:pancakes#viewer',
      'exclusion document:pancakes#viewer',
      'union document:pancakes#viewer',
      'tuple_to_userset document:pancakes#parent',
      'tuple folder:recipes parent document:pancakes',
      'relation folder:recipes#viewer',
      'union folder:recipes#viewer',
      'tuple_to_userset folder:recipes#parent',
      'tuple folder:handbook parent folder:recipes',
      'relation folder:handbook#viewer',
      'union folder:handbook#viewer',
      'direct folder:handbook#viewer',
      'tuple group:staff#member viewer folder:handbook',
      'relation group:staff#member',
      'direct group:staff#member',
      'tuple group:engineers#member member group:staff',
      'relation group:engineers#member',
      'direct group:engineers#member',
      'tuple user:ada member group:engineers',
    ]);
  });

  it('never goes back to where it came from', async () => {
    const { steps, tree } = await explain('user:ada viewer folder:a', [
      'folder:b parent folder:a',
      'folder:a parent folder:b',
      'folder:c parent folder:b',
      'user:ada viewer folder:c',
    ]);
    expect(steps).toBe(3);
    const goals = deciding(tree).flatMap((line) => /relation (.+)#viewer/.exec(line)?.[1] ?? []);
    expect(goals).toEqual(['folder:a', 'folder:b', 'folder:c']);
  });

  it('shows how the other ways ended, without their details', async () => {
    const { tree } = await explain('user:ada viewer document:pancakes', recipes);
    const [exclusion] = tree.children ?? [];
    expect(exclusion?.children?.[1]).toMatchObject({
      name: 'document:pancakes#blocked',
      decision: 'denied',
      decisive: false,
    });
    expect(exclusion?.children?.[1]?.children).toBeUndefined();
  });
});

describe('an explanation of a denied check', () => {
  it('names the tuple of the subject that would allow it, the nearest one', async () => {
    const { decision, missingTuple } = await explain('user:bob viewer document:pancakes', recipes);
    expect({ decision, missingTuple }).toEqual({
      decision: 'denied',
      missingTuple: { subject: 'user:bob', relation: 'viewer', object: 'document:pancakes' },
    });
  });

  it('names no tuple where what is subtracted decides, and shows its tuple', async () => {
    const { decision, missingTuple, tree } = await explain('user:ada viewer document:pancakes', [
      ...recipes,
      'user:ada blocked document:pancakes',
    ]);
    expect({ decision, missingTuple }).toEqual({ decision: 'denied', missingTuple: null });
    expect(deciding(tree).at(-1)?.trim()).toBe('tuple user:ada blocked document:pancakes');
  });

  it('says which condition is not met', async () => {
    const { decision, tree } = await explain(
      'user:ada shared_until document:plan',
      ['user:ada shared_until document:plan not_after'],
      {
        current_time: '2026-01-01T02:00:00Z',
        grant_time: '2026-01-01T00:00:00Z',
        grant_duration: '1h',
      },
    );
    expect(decision).toBe('denied');
    expect(deciding(tree).at(-1)?.trim()).toBe(
      'tuple user:ada shared_until document:plan (condition_not_met)',
    );
  });
});

it('an undecided check names the missing parameters', async () => {
  const { decision, reasons, steps } = await explain('user:ada shared_until document:plan', [
    'user:ada shared_until document:plan not_after',
  ]);
  expect({ decision, steps, codes: reasons.map(({ code }) => code) }).toEqual({
    decision: 'undecided',
    steps: null,
    codes: ['condition_context_missing'],
  });
});

/** Goals on the deciding path, and whether each path ends with a tuple or with the subject itself. */
function pathsOf(node: ExplainNode, above: readonly string[]): void {
  if (!node.decisive) return;
  if (node.type === 'relation') {
    expect(above).not.toContain(node.name);
    above = [...above, node.name];
  }
  const children = (node.children ?? []).filter(({ decisive }) => decisive);
  if (children.length === 0) expect(node.tuple ?? node.reason?.code).toBeTruthy();
  for (const child of children) pathsOf(child, above);
}

async function compare({ model, stored, contextual, subject, context }: RandomStore) {
  const reader = memoryReader(stored);
  for (const [text, relation] of questions) {
    const object = parseObject(text) as ObjectRef;
    const question = { object, relation, subject, context, contextual };
    const check = async (tuples: readonly MemoryTuple[]) => {
      const asked = { ...question, contextual: tuples };
      const [outcome] = await evaluator({ model, reader, limits }).check([asked]);
      return { 0: 'denied', 1: 'undecided', 2: 'allowed' }[outcome?.value ?? 1];
    };
    const found = await explainQuestion(question, { model, reader }, limits);
    expect(found.decision).toBe(await check(contextual));
    expect(found.tree.decision).toBe(found.decision);
    if (found.decision === 'allowed') {
      expect(found.truncated).toBe(false);
      pathsOf(found.tree, []);
    }
    const { missingTuple: missing } = found;
    if (!missing) continue;
    const added = tuple(`${missing.subject} ${missing.relation} ${missing.object}`);
    const { condition } = missing;
    const written = condition ? { ...added, condition } : added;
    expect(await check([...contextual, written])).toBe('allowed');
  }
}

it('an explanation decides as the check does, for all models and tuples, and its paths end', async () => {
  await fc.assert(fc.asyncProperty(stores, compare), { numRuns: 60 });
});
