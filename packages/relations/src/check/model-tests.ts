import type { FieldError, ModelTestInput } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import { evaluator } from '../evaluation/evaluator.ts';
import type { CheckLimits, CheckQuestion } from '../evaluation/question.ts';
import { memoryReader } from '../reading/memory-reader.ts';
import { no, yes } from '../evaluation/truth.ts';
import { compileAhead, inlineContexts } from '../conditions/inline-condition.ts';
import { duplicateErrors, readKey, readTuples, refuse } from '../tuples/tuple-rules.ts';
import { relationOf } from '../models/compiled-model.ts';
import type { CompiledModel } from '../models/compiled-model.ts';

/** `now` is in milliseconds since the epoch. */
interface ModelTestOptions {
  limits: CheckLimits;
  timeoutMs: number;
  now?: () => number;
}

function readQuestion(
  model: CompiledModel,
  check: ModelTestInput['checks'][number],
  pointer: string,
): { question: CheckQuestion } | { errors: FieldError[] } {
  const read = readKey(check, pointer);
  if ('errors' in read) return read;
  const { object, relation, subject } = read.key;
  const error = (member: string, code: FieldError['code'], detail: string) => ({
    errors: [{ pointer: `${pointer}/${member}`, code, detail }],
  });
  if (!model.types.has(object.type))
    return error('object', 'type_not_found', `The model has no type ${object.type}`);
  if (!relationOf(model, object.type, relation))
    return error(
      'relation',
      'relation_not_found',
      `The type ${object.type} has no relation ${relation}`,
    );
  if (!model.types.has(subject.type))
    return error('subject', 'type_not_found', `The model has no type ${subject.type}`);
  return { question: { object, relation, subject, context: check.context } };
}

async function runTest(
  model: CompiledModel,
  test: ModelTestInput,
  pointer: string,
  { limits, now = Date.now }: ModelTestOptions,
  onLevel: () => void,
): Promise<FieldError[]> {
  if (model.takesInline) await compileAhead(inlineContexts(test.tuples), onLevel);
  const { tuples, errors } = readTuples(model, test.tuples, `${pointer}/tuples`, now());
  const read = test.checks.map((check, i) => readQuestion(model, check, `${pointer}/checks/${i}`));
  const found = [
    ...errors,
    ...duplicateErrors([{ base: `${pointer}/tuples`, keys: tuples }]),
    ...read.flatMap((r) => ('errors' in r ? r.errors : [])),
  ];
  if (found.length > 0) return found;
  const questions = read.flatMap((r) => ('question' in r ? [r.question] : []));
  const outcomes = await evaluator({ model, reader: memoryReader(tuples), limits, onLevel }).check(
    questions,
  );
  return outcomes.flatMap(({ value, reasons }, i): FieldError[] => {
    const expected = test.checks[i]?.expect === true;
    if (value === (expected ? yes : no)) return [];
    const got =
      value === yes
        ? 'allowed'
        : value === no
          ? 'denied'
          : `unknown: ${reasons.map((r) => r.detail).join('; ')}`;
    return [
      {
        pointer: `${pointer}/checks/${i}/expect`,
        code: 'precondition',
        detail: `Test "${test.name}": expected ${expected ? 'allowed' : 'denied'}, got ${got}`,
      },
    ];
  });
}

/** Runs the tests of a model in memory. Returns for each the checks that came out otherwise, with their pointers. */
export async function failuresOfTests(
  model: CompiledModel,
  tests: readonly ModelTestInput[],
  options: ModelTestOptions,
): Promise<FieldError[][]> {
  const end = performance.now() + options.timeoutMs;
  const onLevel = (): void => {
    const detail = `The tests take longer than ${options.timeoutMs} ms`;
    if (performance.now() > end)
      throw problem('validation_failed', {
        detail,
        errors: [{ pointer: '/tests', code: 'model_too_complex', detail }],
      });
  };
  const failures: FieldError[][] = [];
  for (const [i, test] of tests.entries())
    failures.push(await runTest(model, test, `/tests/${i}`, options, onLevel));
  return failures;
}

/** Runs the tests of a model in memory; throws 422 with every check that came out otherwise. */
export const runModelTests = async (...test: Parameters<typeof failuresOfTests>): Promise<void> =>
  refuse((await failuresOfTests(...test)).flat());
