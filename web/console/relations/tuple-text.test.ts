import { expect, test } from 'vitest';
import { lineOfTuple, tuplesOfText } from './tuple-text.ts';

const tuple = { subject: 'group:eng#member', relation: 'viewer', object: 'document:plan' };

test('tuples are read from lines, and what is no tuple is named by its line', () => {
  const text = `# team\n${lineOfTuple(tuple)}\n\nada viewer document:1\nuser:ada,owner,document:2 with in_office`;
  expect(tuplesOfText(text)).toEqual({
    tuples: [
      tuple,
      {
        subject: 'user:ada',
        relation: 'owner',
        object: 'document:2',
        condition: { name: 'in_office' },
      },
    ],
    wrong: [{ line: 4 }],
  });
});

test('tuples are read from the JSON of an import', () => {
  expect(tuplesOfText(JSON.stringify({ tuples: [tuple] }))).toEqual({ tuples: [tuple], wrong: [] });
  expect(tuplesOfText('[{"subject":"user:a"}]').wrong).toEqual([{ line: 1 }]);
});
