import { expect, test } from 'vitest';
import { modelGraph } from './model-graph.ts';
import type { ModelJson } from './model-json.ts';
import { conditionsFor, relationSuggestions, subjectSuggestions } from './model-suggestions.ts';
import { definitionAt, lineOfDefinition } from './model-text.ts';

const text = `model
  schema 1.1
type user
type document
  relations
    define blocked: [user]
    define viewer: [user] but not blocked

condition in_office(a: string) {
  a == "b"
}`;

const model: ModelJson = {
  type_definitions: [
    { type: 'user' },
    {
      type: 'folder',
      relations: { viewer: { this: {} } },
      metadata: {
        relations: {
          viewer: {
            directly_related_user_types: [
              { type: 'user', wildcard: {} },
              { type: 'group', relation: 'member' },
              { type: 'user', condition: 'in_office' },
            ],
          },
        },
      },
    },
    {
      type: 'document',
      relations: {
        parent: { this: {} },
        blocked: { this: {} },
        viewer: {
          difference: {
            base: {
              tupleToUserset: {
                tupleset: { relation: 'parent' },
                computedUserset: { relation: 'viewer' },
              },
            },
            subtract: { computedUserset: { relation: 'blocked' } },
          },
        },
      },
      metadata: {
        relations: {
          parent: { directly_related_user_types: [{ type: 'folder' }] },
          blocked: { directly_related_user_types: [{ type: 'user' }] },
          viewer: {},
        },
      },
    },
  ],
};

test('a line belongs to the definition above it, and a definition has a line', () => {
  expect([3, 5, 7, 10].map((line) => definitionAt(text, line))).toEqual([
    'user',
    'document',
    'document#viewer',
    'condition in_office',
  ]);
  expect(definitionAt(text, 1)).toBeUndefined();
  expect(lineOfDefinition(text, 'document#viewer')).toBe(7);
  expect(lineOfDefinition(text, 'folder#viewer')).toBeUndefined();
});

test('a graph draws operators, what is subtracted, conditions and relations of parents', () => {
  const { nodes, edges } = modelGraph(model, {
    and: 'and',
    butNot: 'but not',
    from: (relation) => `from ${relation}`,
    subtracted: 'without',
    with: (condition) => `with ${condition}`,
  });
  const operator = nodes.find(({ label }) => label === 'but not')?.id;
  const drawn = edges.map(({ from, to, label }) => [from, to, label]);
  expect(drawn).toContainEqual(['folder#viewer', operator, 'from parent']);
  expect(drawn).toContainEqual(['document#blocked', operator, 'without']);
  expect(drawn).toContainEqual([operator, 'document#viewer', undefined]);
  expect(drawn).toContainEqual(['user', 'folder#viewer', 'user:*']);
  expect(drawn).toContainEqual(['user', 'folder#viewer', 'with in_office']);
});

test('suggestions follow what is typed', () => {
  const labels = (choices: readonly { label: string }[]) => choices.map(({ label }) => label);
  expect(labels(relationSuggestions(model, 'document:1', true))).toEqual(['parent', 'blocked']);
  const tuple = { object: 'folder:1', relation: 'viewer', subject: '' };
  expect(labels(subjectSuggestions(model, tuple))).toEqual(['user:*', 'group:', 'user:']);
  expect(labels(subjectSuggestions(model, { ...tuple, subject: 'group:eng' }))).toEqual([
    'group:eng#member',
  ]);
  expect(conditionsFor(model, { ...tuple, subject: 'user:ada' })).toEqual(['in_office']);
});
