import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import transformer from '@openfga/syntax-transformer';
import {
  contextualIn,
  objectIn,
  refuse,
  relationIn,
  subjectIn,
} from '../../src/check/check-request.ts';
import type { Faults } from '../../src/check/check-request.ts';
import { evaluator } from '../../src/evaluation/evaluator.ts';
import type { CheckLimits } from '../../src/evaluation/question.ts';
import { memoryReader } from '../../src/reading/memory-reader.ts';
import type { MemoryTuple } from '../../src/reading/memory-reader.ts';
import { listObjects } from '../../src/list-objects/list-objects.ts';
import type { ObjectListing } from '../../src/list-objects/listing.ts';
import { listSubjects } from '../../src/list-subjects/list-subjects.ts';
import { compileModel } from '../../src/models/compiled-model.ts';
import type { CompiledModel } from '../../src/models/compiled-model.ts';
import { withoutInline } from '../../src/models/dsl-inline.ts';
import type { ModelJson } from '../../src/language/model-json.ts';
import { parseObject, parseSubject } from '../../src/language/tuple-key.ts';
import type { ObjectRef, SubjectRef } from '../../src/language/tuple-key.ts';
import { Problem } from '@platform/kit/problem';

interface Tuple {
  user: string;
  relation: string;
  object: string;
  condition?: { name: string; context?: Record<string, unknown> };
  expiresAt?: string;
}
interface Common {
  context?: Record<string, unknown>;
  contextualTuples?: Tuple[];
  errorCode?: number | string;
}
export interface CheckAssertion extends Common {
  tuple: Tuple;
  expectation?: boolean;
}
export interface ObjectsAssertion extends Common {
  request: { user: string; type: string; relation: string };
  expectation?: string[] | null;
}
export interface SubjectsAssertion extends Common {
  request: { filters: string[]; object: string; relation: string };
  expectation?: string[] | null;
}
export interface MatrixStage {
  model: string;
  tuples?: Tuple[];
  limits?: Partial<CheckLimits>;
  checkAssertions?: CheckAssertion[];
  listObjectsAssertions?: ObjectsAssertion[];
  listUsersAssertions?: SubjectsAssertion[];
}
export interface Matrix {
  tests: { name: string; stages: MatrixStage[] }[];
}

export const readMatrix = (path: string): Matrix => parse(readFileSync(path, 'utf8')) as Matrix;

/** One assertion: what was asked, and the difference to what was expected, if any. */
export interface Verdict {
  title: string;
  run: () => Promise<{ expected: unknown; got: unknown }>;
}

/** OpenFGA's error codes in ours; for a listing, an unknown is no error but a cut. */
const codes: Record<string, readonly string[]> = {
  2000: ['validation_failed'],
  2027: ['validation_failed'],
  2021: ['type_not_found'],
  2022: ['relation_not_found'],
  2002: ['check_depth_exceeded', 'check_nodes_exceeded', 'check_fanout_exceeded'],
};
const limits: CheckLimits = { maxDepth: 25, maxNodes: 1_000, maxFanout: 100 };

const asTuple = ({ user, relation, object, condition, expiresAt }: Tuple): MemoryTuple => ({
  subject: parseSubject(user) as SubjectRef,
  relation,
  object: parseObject(object) as ObjectRef,
  ...(condition ? { condition } : {}),
  ...(expiresAt ? { expiresAt: Date.parse(expiresAt) } : {}),
});
export const inputs = (tuples: Tuple[] | undefined) =>
  tuples?.map(({ user, ...rest }) => ({ subject: user, ...rest }));

export const filtersOf = ({
  request: { filters },
}: SubjectsAssertion): { type: string; relation: string | undefined }[] =>
  filters.map((text) => {
    const [type, relation] = text.split('#') as [string, string | undefined];
    return { type, relation };
  });

async function errorsOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem)
      return { errors: [error.code, ...(error.details.errors ?? []).map((e) => e.code)] };
    throw error;
  }
}
const expectedError = (code: number | string, got: unknown): unknown => {
  const allowed = codes[String(code)] ?? [String(code)];
  const { errors, truncatedBy } = got as { errors?: string[]; truncatedBy?: string[] };
  return errors?.some((e) => allowed.includes(e)) ||
    truncatedBy?.includes('confirmation') ||
    (allowed !== codes[2000] && truncatedBy?.length)
    ? got
    : { errorCode: code };
};

/** How the questions of one stage are put; refusals come as `{ errors }`. */
export interface Asker {
  check(assertion: CheckAssertion): Promise<unknown>;
  objects(assertion: ObjectsAssertion): Promise<unknown>;
  subjects(assertion: SubjectsAssertion): Promise<unknown>;
}

/** Asks the evaluator, over the tuples of the stages so far. */
function memoryAsker(
  stage: MatrixStage,
  tuples: readonly MemoryTuple[],
  model: CompiledModel,
  now: number,
): Asker {
  const reader = memoryReader(tuples.filter((t) => t.expiresAt === undefined || t.expiresAt > now));
  const bounds = { ...limits, ...stage.limits };
  const surroundings = {
    model,
    reader,
    checkLimits: bounds,
    limits: { ...bounds, maxNodes: 1_000, maxCandidates: 500, maxResults: 100 },
  };
  return {
    check: (a) =>
      errorsOf(async () => {
        const faults: Faults = [];
        const object = objectIn(model, a.tuple.object, '/object', faults);
        if (object) relationIn(model, object.type, a.tuple.relation, '/relation', faults);
        const subject = subjectIn(model, a.tuple.user, '/subject', faults);
        const contextual = contextualIn(
          model,
          inputs(a.contextualTuples),
          '/contextualTuples',
          now,
          faults,
        );
        refuse(faults);
        const [outcome] = await evaluator({ model, reader, limits: bounds }).check([
          {
            subject: subject as SubjectRef,
            relation: a.tuple.relation,
            object: object as ObjectRef,
            context: a.context,
            contextual,
          },
        ]);
        if (outcome?.value === 1)
          return {
            errors: [
              ...outcome.reasons.map((r) => r.code),
              ...(outcome.reasons.some((r) => r.code.startsWith('condition'))
                ? ['validation_failed']
                : []),
            ],
          };
        return outcome?.value === 2;
      }),
    objects: (a) =>
      errorsOf(async () => {
        const faults: Faults = [];
        const subject = subjectIn(model, a.request.user, '/subject', faults);
        objectIn(model, `${a.request.type}:x`, '/type', faults);
        relationIn(model, a.request.type, a.request.relation, '/relation', faults);
        const contextual = contextualIn(
          model,
          inputs(a.contextualTuples),
          '/contextualTuples',
          now,
          faults,
        );
        refuse(faults);
        const listing = await listObjects(
          {
            subject: subject as SubjectRef,
            relation: a.request.relation,
            type: a.request.type,
            context: a.context,
            contextual,
          },
          surroundings,
        );
        return { ...listing, found: listing.found.map((id) => `${a.request.type}:${id}`).sort() };
      }),
    subjects: (a) =>
      errorsOf(async () => {
        const faults: Faults = [];
        const object = objectIn(model, a.request.object, '/object', faults);
        if (object) relationIn(model, object.type, a.request.relation, '/relation', faults);
        const filters = filtersOf(a);
        for (const { type, relation } of filters) {
          if (!model.types.has(type)) faults.push({ code: 'type_not_found', detail: type });
          else if (relation !== undefined)
            relationIn(model, type, relation, '/subjectFilters', faults);
        }
        const contextual = contextualIn(
          model,
          inputs(a.contextualTuples),
          '/contextualTuples',
          now,
          faults,
        );
        refuse(faults);
        const listing = await listSubjects(
          {
            object: object as ObjectRef,
            relation: a.request.relation,
            filters,
            context: a.context,
            contextual,
          },
          surroundings,
        );
        return { ...listing, found: listing.found.sort() };
      }),
  };
}

/** Every assertion of a stage. */
function stageVerdicts(
  stage: MatrixStage,
  nameOf: (what: string) => string,
  asker: () => Promise<Asker> | Asker,
): Verdict[] {
  const listed =
    (
      common: Common & { expectation?: string[] | null },
      list: (asked: Asker) => Promise<unknown>,
      tupleOf: (found: string) => CheckAssertion['tuple'],
    ): Verdict['run'] =>
    async () => {
      const asked = await asker();
      const got = await list(asked);
      const found = (got as Partial<ObjectListing>).found ?? [];
      const holds = async (name: string): Promise<boolean> =>
        (await asked.check({ ...common, tuple: tupleOf(name) } as CheckAssertion)) === true;
      // A way that cannot be decided spoils nothing here when another one is certain.
      if (
        common.errorCode === 2000 &&
        found.length > 0 &&
        (await Promise.all(found.map(holds))).every(Boolean)
      )
        return { got, expected: got };
      if (common.errorCode !== undefined)
        return { got, expected: expectedError(common.errorCode, got) };
      return { got, expected: { found: [...(common.expectation ?? [])].sort(), truncatedBy: [] } };
    };
  const given = ({ context }: Common): string => (context ? ` ${JSON.stringify(context)}` : '');
  return [
    ...(stage.checkAssertions ?? []).map((a): Verdict => ({
      title: nameOf(`${a.tuple.user} ${a.tuple.relation} ${a.tuple.object}${given(a)}`),
      run: async () => {
        const got = await (await asker()).check(a);
        return {
          got,
          expected: a.errorCode === undefined ? a.expectation : expectedError(a.errorCode, got),
        };
      },
    })),
    ...(stage.listObjectsAssertions ?? []).map((a): Verdict => ({
      title: nameOf(`objects ${a.request.user} ${a.request.relation} ${a.request.type}${given(a)}`),
      run: listed(
        a,
        (asked) => asked.objects(a),
        (object) => ({ user: a.request.user, relation: a.request.relation, object }),
      ),
    })),
    ...(stage.listUsersAssertions ?? []).map((a): Verdict => ({
      title: nameOf(
        `subjects ${a.request.filters.join()} ${a.request.relation} ${a.request.object}${given(a)}`,
      ),
      run: listed(
        a,
        (asked) => asked.subjects(a),
        (user) => ({ user, relation: a.request.relation, object: a.request.object }),
      ),
    })),
  ];
}

/** Every assertion of a matrix in OpenFGA's published form, over tuples in memory. */
export function verdictsOf(matrix: Matrix, now = Date.now()): Verdict[] {
  const modelOf = (text: string): CompiledModel => {
    const { dsl, restored } = withoutInline(text);
    return compileModel(
      restored(transformer.transformer.transformDSLToJSONObject(dsl)) as unknown as ModelJson,
    );
  };
  return matrix.tests.flatMap(({ name, stages }) => {
    const tuples: MemoryTuple[] = [];
    return stages.flatMap((stage, i) => {
      tuples.push(...(stage.tuples ?? []).map(asTuple));
      const asker = memoryAsker(stage, [...tuples], modelOf(stage.model), now);
      return stageVerdicts(
        stage,
        (what) => `${name} ${i + 1}: ${what}`,
        () => asker,
      );
    });
  });
}

/** The same, each stage put by what `open` makes of it when its first assertion is due. Tests with limits of their own are left out: limits are the service's. */
export const verdictsThrough = (
  matrix: Matrix,
  open: (test: string, stage: MatrixStage) => Promise<Asker>,
): Verdict[] =>
  matrix.tests
    .filter(({ stages }) => !stages.some((s) => s.limits))
    .flatMap(({ name, stages }) => {
      const opened: Promise<Asker>[] = [];
      const asker = (n: number): Promise<Asker> =>
        (opened[n] ??= (async () => {
          if (n > 0) await asker(n - 1);
          return open(name, stages[n] as MatrixStage);
        })());
      return stages.flatMap((stage, n) =>
        stageVerdicts(
          stage,
          (what) => `${name} ${n + 1}: ${what}`,
          () => asker(n),
        ),
      );
    });
