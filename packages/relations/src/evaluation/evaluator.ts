import type { CompiledModel } from '../models/compiled-model.ts';
import type { SubjectRef } from '../keys/tuple-key.ts';
import { searchExactly } from './exact-search.ts';
import type { SearchTools } from './exact-search.ts';
import { readQueue, readQueued } from './goal-reads.ts';
import { goalOf, scopesOver } from './goal-scope.ts';
import type { Goal, Scope } from './goal-scope.ts';
import { planOf } from './model-plan.ts';
import type { CheckLimits, CheckOutcome, CheckQuestion } from './question.ts';
import type { SearchTrace } from './search-trace.ts';
import { searchTogether } from './shared-search.ts';
import type { SubjectSet } from './subject-set.ts';
import { compileAhead, inlineName } from '../conditions/inline-condition.ts';
import type { LevelRows, TupleReader } from '../reading/tuple-reader.ts';

/**
 * Answers checks over one snapshot and one model, level by level: one read a level for all of them. `onLevel` is called before each
 * read and may throw to stop; `knownSet` returns the usersets of a subject where they are known already. With a `trace`, every search is
 * recorded, and each question is searched on its own.
 */
export function evaluator({
  model,
  reader,
  limits,
  onLevel,
  knownSet,
  trace,
}: {
  model: CompiledModel;
  reader: TupleReader;
  limits: CheckLimits;
  onLevel?: () => void;
  knownSet?: (subject: SubjectRef) => SubjectSet | undefined;
  trace?: SearchTrace;
}) {
  const closureLimits = { maxDepth: limits.maxDepth, maxRows: limits.maxNodes };
  const queue = readQueue(model.takesInline ? compilingReader(reader, onLevel) : reader, {
    edges: planOf(model).closure,
    limits: closureLimits,
  });
  const scopes = scopesOver({ model, reader, limits: closureLimits, knownSet });
  let goals = 0;
  const tools: SearchTools = {
    expander: { model, queue, maxFanout: limits.maxFanout, trace },
    limits,
    onGoal: () => {
      goals += 1;
    },
    async read(want) {
      onLevel?.();
      want();
      // Where usersets were left out, those that may contain the subject are followed.
      if (!(await readQueued(queue))) return;
      want();
      await readQueued(queue);
    },
  };

  return {
    /** Round trips so far, and goals. */
    cost: () => ({ rounds: queue.rounds, goals }),
    opened: scopes.opened,
    scopeOf: scopes.scopeOf,
    async check(questions: readonly CheckQuestion[]): Promise<CheckOutcome[]> {
      const asked: { scope: Scope; goal: Goal }[] = [];
      for (const question of questions) {
        const scope = await scopes.scopeOf(question);
        asked.push({
          scope,
          goal: goalOf(scope, question.object.type, question.object.id, question.relation),
        });
      }
      if (trace) return searchExactly(asked, tools);
      const outcomes = await searchTogether(asked, tools);
      const left = asked.filter((_, i) => outcomes[i] === undefined);
      const exact = left.length === 0 ? [] : await searchExactly(left, tools);
      return outcomes.map((outcome) => outcome ?? (exact.shift() as CheckOutcome));
    },
  };
}

/** Contexts of tuples that carry their condition with them. */
function* inlineContextsOf({
  probes,
  scans,
}: LevelRows): Generator<Readonly<Record<string, unknown>>> {
  for (const rows of [...probes, ...scans])
    for (const { condition, context } of rows)
      if (condition === inlineName && context) yield context;
}

/** Compiles the inline conditions of a level's tuples before the search, which is synchronous and would block other requests. */
const compilingReader = (reader: TupleReader, stop: (() => void) | undefined): TupleReader => ({
  ...reader,
  async level(reads) {
    const rows = await reader.level(reads);
    await compileAhead(inlineContextsOf(rows), stop);
    return rows;
  },
});
