import type {
  FgaAssertionInput,
  FieldError,
  ModelValidationInput,
  ModelValidationResult,
} from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { Problem, asProblem } from '@platform/kit/problem';
import type { SnapshotSource } from '../check/checks.ts';
import { failuresOfTests } from '../check/model-tests.ts';
import { readQuestion } from '../check/question-input.ts';
import { lateProblem } from '../check/snapshots.ts';
import type { StoreKnowledge } from '../check/store-knowledge.ts';
import { compileAhead, inlineContexts } from '../conditions/inline-condition.ts';
import { evaluator } from '../evaluation/evaluator.ts';
import type { CheckLimits } from '../evaluation/question.ts';
import { no, yes } from '../evaluation/truth.ts';
import type { DslWorker } from '../language/dsl-worker.ts';
import { compileModel } from '../models/compiled-model.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import { modelDifference } from '../models/model-difference.ts';
import { findModel } from '../models/model-store.ts';
import { warningsOf } from '../models/model-warnings.ts';
import { postgresReader } from '../reading/postgres-reader.ts';
import { unfitTuples } from '../tuples/unfit-tuples.ts';
import { readCheckedModel } from '../validation/model-reading.ts';
import type { CheckedModel } from '../validation/model-reading.ts';
import type { ModelLimits } from '../validation/model-rules.ts';

type Report = ModelValidationResult;
type AssertionsOf = (tx: Tx, activeModelId: string) => Promise<FgaAssertionInput[]>;

interface ReportOptions {
  worker: DslWorker;
  modelLimits: ModelLimits;
  limits: CheckLimits & { maxContextualTuples: number; timeoutMs: number };
  knowledge: Pick<StoreKnowledge, 'read'>;
}

const invalidReport = (errors: readonly FieldError[], dsl: string | undefined): Report => ({
  valid: false,
  errors: errors.map((error) => placed(error, dsl)),
  warnings: [],
  dsl: null,
  model: null,
  checksum: null,
  tests: [],
  assertions: [],
  activeModelId: null,
  changes: [],
  tuples: null,
});

/** The line of a text where a relation or type of the language is defined, from 1. */
function lineOf(dsl: string, location: string): number | undefined {
  const [type = '', relation] = location.split('#');
  const lines = dsl.split('\n').map((line) => line.trim().split(/[\s:(]+/));
  const kind = type.startsWith('condition ') ? 'condition' : 'type';
  const name = type.replace(/^condition /, '');
  const start = lines.findIndex(([word, defined]) => word === kind && defined === name);
  if (start < 0) return undefined;
  if (relation === undefined) return start + 1;
  const found = lines.findIndex(
    ([word, defined], i) => i > start && word === 'define' && defined === relation,
  );
  return found < 0 ? start + 1 : found + 1;
}

/** An error of a text with its line: the parser names it, and a rule names the relation or type. */
function placed({ pointer = '', code, detail }: FieldError, dsl: string | undefined) {
  const error = { pointer, code, detail };
  if (dsl === undefined || pointer !== '/dsl') return error;
  const [, line, column] = /^Line (\d+), column (\d+): /.exec(detail) ?? [];
  if (line !== undefined) return { ...error, line: Number(line), column: Number(column) + 1 };
  const [, location] = /^In (condition \S+|\S+): /.exec(detail) ?? [];
  const at = location === undefined ? undefined : lineOf(dsl, location);
  return at === undefined ? error : { ...error, line: at };
}

/** Checks models against a store, without keeping them. */
export const modelReports = (options: ReportOptions) => ({
  /** Everything that is worth knowing before a model is written. `assertionsOf` reads those of the active model. */
  async report(
    source: SnapshotSource,
    input: ModelValidationInput,
    assertionsOf: AssertionsOf,
  ): Promise<Report> {
    let checked: CheckedModel;
    try {
      checked = await readCheckedModel(input, options.worker, options.modelLimits);
    } catch (error) {
      if (!(error instanceof Problem) || !error.details.errors) throw error;
      return invalidReport(error.details.errors, input.dsl);
    }
    const model = compileModel(checked.model);
    const { limits } = options;
    const failures = await failuresOfTests(model, input.tests, {
      limits,
      timeoutMs: limits.timeoutMs,
    });
    const dsl = await options.worker.print(checked.model);
    if (model.takesInline)
      await compileAhead(
        (input.assertions ?? []).flatMap((one) => [...inlineContexts(one.contextualTuples)]),
      );
    const compared = await source.read((tx) =>
      compare(options, tx, { checked, model, dsl, assertions: input.assertions, assertionsOf }),
    );
    return {
      valid: failures.flat().length === 0,
      errors: failures.flat().map((error) => placed(error, undefined)),
      dsl,
      model: checked.model as unknown as Record<string, unknown>,
      checksum: checked.checksum,
      tests: input.tests.map(({ name }, i) => ({
        name,
        passed: failures[i]?.length === 0,
        failures: (failures[i] ?? []).map(({ detail }) => detail),
      })),
      ...compared,
    };
  },
});

/** Compares a model with the store: its active model, its tuples, and what assertions expect of them. */
async function compare(
  { limits, knowledge }: ReportOptions,
  tx: Tx,
  {
    checked,
    model,
    dsl,
    assertions,
    assertionsOf,
  }: {
    checked: CheckedModel;
    model: CompiledModel;
    dsl: string;
    assertions: FgaAssertionInput[] | undefined;
    assertionsOf: AssertionsOf;
  },
): Promise<Pick<Report, 'warnings' | 'assertions' | 'activeModelId' | 'changes' | 'tuples'>> {
  const { activeModelId } = await knowledge.read(tx);
  const active = activeModelId === null ? undefined : await findModel(tx, activeModelId);
  const asserted = assertions ?? (active ? await assertionsOf(tx, active.id) : []);
  return {
    warnings: warningsOf(checked.model, active?.model),
    assertions: await runAssertions(tx, model, asserted, limits),
    activeModelId,
    changes: modelDifference(active, { model: checked.model, dsl }),
    tuples: await unfitTuples(tx, model),
  };
}

/** Asks the assertions of the tuples in the store. One that the model cannot answer is undecided. */
async function runAssertions(
  tx: Tx,
  model: CompiledModel,
  assertions: readonly FgaAssertionInput[],
  limits: ReportOptions['limits'],
): Promise<Report['assertions']> {
  const end = performance.now() + limits.timeoutMs;
  const onLevel = (): void => {
    if (performance.now() > end) throw lateProblem();
  };
  const { check } = evaluator({ model, reader: postgresReader(tx), limits, onLevel });
  const results: Report['assertions'] = [];
  for (const assertion of assertions) {
    const { subject, relation, object, expect } = assertion;
    const base = { subject, relation, object, expect };
    try {
      const question = readQuestion(model, assertion, '', limits.maxContextualTuples);
      const [outcome] = await check([question]);
      const isDecided = outcome?.value === yes || outcome?.value === no;
      const [reason] = outcome?.reasons ?? [];
      results.push({
        ...base,
        decision: outcome?.value === yes ? 'allowed' : isDecided ? 'denied' : 'undecided',
        passed: isDecided && (outcome?.value === yes) === expect,
        ...(reason ? { detail: reason.detail } : {}),
      });
    } catch (error) {
      const { status, message: detail } = asProblem(error);
      if (status !== 422) throw error;
      results.push({ ...base, decision: 'undecided', passed: false, detail });
    }
  }
  return results;
}
