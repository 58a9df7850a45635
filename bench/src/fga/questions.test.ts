import { describe, expect, test } from 'vitest';
import { driveTuples } from './drive.ts';
import { measuredOperations } from './questions.ts';
import type { MeasuredQuestion } from './questions.ts';
import { seeded } from './random.ts';
import { plainAnswers, teamTruth } from './truth.ts';

const teams = 60;
// All tuples together: answering questions team by team must make no difference.
const everything = plainAnswers(driveTuples(teams));
const documents = [
  ...new Set(
    [...driveTuples(teams)].map((t) => t.object).filter((object) => object.startsWith('document:')),
  ),
].toSorted();
const asked = (name: string, choice: 'uniform' | 'Zipf', count: number): MeasuredQuestion[] => {
  const ask = measuredOperations
    .find((o) => o.name === name)
    ?.ask({ teams, choice, random: seeded(5), truth: teamTruth() });
  return Array.from({ length: count }, () => ask?.() as MeasuredQuestion);
};
const cases = measuredOperations.flatMap(({ name, choices }) =>
  choices.map((choice) => [name, choice] as const),
);

describe.each(cases)('%s, %s', (name, choice) => {
  test('is always the same', () => expect(asked(name, choice, 5)).toEqual(asked(name, choice, 5)));

  test('expects the correct results', () => {
    for (const question of asked(name, choice, 20)) {
      if (question.kind === 'list')
        expect(question.expected).toEqual(
          documents.filter((object) =>
            everything.holds(question.subject, question.relation, object),
          ),
        );
      else {
        const checks = question.kind === 'check' ? [question.check] : question.checks;
        expect(checks.map((c) => everything.holds(c.subject, c.relation, c.object))).toEqual(
          [question.expected].flat(),
        );
      }
    }
  });
});

describe('questions', () => {
  test('a batch is fifty different checks of one subject, some true and some not', () => {
    for (const question of asked('batch of 50 for one subject', 'Zipf', 10)) {
      if (question.kind !== 'batch') throw new Error('it is no batch');
      expect(new Set(question.checks.map((c) => c.object)).size).toBe(50);
      expect(new Set(question.checks.map((c) => c.subject)).size).toBe(1);
      expect(new Set(question.expected).size).toBe(2);
    }
  });

  test('a listing fits in one response', () => {
    for (const question of asked('list-objects', 'uniform', 20))
      expect((question.expected as string[]).length).toBeLessThanOrEqual(100);
  });

  test('only the root folder of a hit through six folders is named', () => {
    for (const question of asked('hit through six folders', 'uniform', 20)) {
      if (question.kind !== 'check') throw new Error('it is no check');
      const { object, subject } = question.check;
      const team = Number(/t(\d+)d/.exec(object)?.[1]);
      const rootless = plainAnswers(
        [...driveTuples(teams)].filter((t) => t.object !== `folder:t${team}-0-0`),
      );
      expect(rootless.holds(subject, 'viewer', object)).toBe(false);
    }
  });
});
