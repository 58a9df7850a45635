import type { CheckInput, ExplainResult } from '@platform/contracts';
import type { Checks, Decided, SnapshotSource } from '../check/checks.ts';
import { readQuestion } from '../check/question-input.ts';
import type { SnapshotStart } from '../check/snapshots.ts';
import { evaluator } from '../evaluation/evaluator.ts';
import { goalOf } from '../evaluation/goal-scope.ts';
import type { Goal } from '../evaluation/goal-scope.ts';
import type { CheckLimits, CheckQuestion } from '../evaluation/question.ts';
import { searchTrace } from '../evaluation/search-trace.ts';
import { no, yes } from '../evaluation/truth.ts';
import { objectText, subjectText } from '../keys/tuple-key.ts';
import type { MemoryTuple } from '../reading/memory-reader.ts';
import { explanationTree } from './explanation-tree.ts';
import { missingTuples } from './missing-tuples.ts';

const maxTreeNodes = 400;

type Explained = Omit<ExplainResult, 'modelId' | 'consistencyToken' | 'revision'>;

/** Explains checks over snapshots of the store. */
export const explanations = ({
  inSnapshot,
  limits,
}: {
  inSnapshot: Checks['inSnapshot'];
  limits: CheckLimits & { maxContextualTuples: number };
}) => ({
  explain: (
    source: SnapshotSource,
    input: CheckInput,
  ): Promise<Decided & Explained & { revision: number }> =>
    inSnapshot(source, input, async (snapshot) => {
      const { model, token, store } = snapshot;
      const question = readQuestion(model, input, '', limits.maxContextualTuples);
      const explained = await explainQuestion(question, snapshot, limits);
      return {
        ...explained,
        revision: store.revision,
        modelId: model.id,
        consistencyToken: token,
      };
    }),
});

/** Explains one question over a reader. The decision is that of the search which a check does. */
export async function explainQuestion(
  question: CheckQuestion,
  { model, reader, stopWhenLate }: Omit<SnapshotStart, 'stopWhenLate'> & Partial<SnapshotStart>,
  limits: CheckLimits,
): Promise<Explained> {
  const trace = searchTrace();
  const engine = evaluator({ model, reader, limits, onLevel: stopWhenLate, trace });
  const [outcome] = await engine.check([question]);
  const scope = await engine.scopeOf(question);
  const root = goalOf(scope, question.object.type, question.object.id, question.relation);
  const search = async ({ object: { type, id }, relation }: Goal): Promise<void> =>
    void (await engine.check([{ ...question, object: { type, id }, relation }]));
  const built = await explanationTree({ scope, trace, search, maxNodes: maxTreeNodes }, root);
  const value = outcome?.value;
  return {
    decision: value === yes ? 'allowed' : value === no ? 'denied' : 'undecided',
    reasons: outcome?.reasons ?? [],
    ...built,
    missingTuple:
      value === no
        ? await smallest(
            missingTuples({ scope, trace, subject: question.subject }, root),
            (with_) => isAllowed(with_, question, { model, reader, stopWhenLate }, limits),
          )
        : null,
  };
}

const shownTuple = ({ object, relation, subject, condition }: MemoryTuple) => ({
  object: objectText(object),
  relation,
  subject: subjectText(subject),
  ...(condition ? { condition: { name: condition.name } } : {}),
});

/** The first of these tuples that makes the check allowed. */
async function smallest(
  candidates: readonly MemoryTuple[],
  allows: (tuple: MemoryTuple) => Promise<boolean>,
): Promise<Explained['missingTuple']> {
  for (const tuple of candidates) if (await allows(tuple)) return shownTuple(tuple);
  return null;
}

/** Asks the question again as if the tuple were there. */
async function isAllowed(
  tuple: MemoryTuple,
  question: CheckQuestion,
  { model, reader, stopWhenLate }: Omit<SnapshotStart, 'stopWhenLate'> & Partial<SnapshotStart>,
  limits: CheckLimits,
): Promise<boolean> {
  const contextual = [...(question.contextual ?? []), tuple];
  const [outcome] = await evaluator({ model, reader, limits, onLevel: stopWhenLate }).check([
    { ...question, contextual },
  ]);
  return outcome?.value === yes;
}
