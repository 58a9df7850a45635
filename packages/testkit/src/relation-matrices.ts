import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const own = new URL('../../relations/test/matrices/', import.meta.url).pathname;

/** Our own matrices, and OpenFGA's where `npm run fga:matrix` names their folder. */
export function matrixFiles(): string[] {
  const published = process.env['FGA_MATRICES'];
  const filesIn = (folder: string, pattern: RegExp): string[] =>
    readdirSync(folder)
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name));
  return [
    ...filesIn(own, /\.yaml$/),
    ...(published === undefined ? [] : filesIn(published, /^(consolidated_1_1|abac)_tests\.yaml$/)),
  ];
}

/** A tuple in OpenFGA's published form. */
export interface MatrixTuple {
  user: string;
  relation: string;
  object: string;
  condition?: { name: string; context?: Record<string, unknown> };
  expiresAt?: string;
}
interface Common {
  context?: Record<string, unknown>;
  contextualTuples?: MatrixTuple[];
  errorCode?: number | string;
}
export interface CheckAssertion extends Common {
  tuple: MatrixTuple;
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
  tuples?: MatrixTuple[];
  limits?: { maxDepth?: number; maxNodes?: number; maxFanout?: number };
  checkAssertions?: CheckAssertion[];
  listObjectsAssertions?: ObjectsAssertion[];
  listUsersAssertions?: SubjectsAssertion[];
}
export interface Matrix {
  tests: { name: string; stages: MatrixStage[] }[];
}

/** Reads a matrix in OpenFGA's published form. */
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

/** Tuples as the API takes them. */
export const inputs = (tuples: MatrixTuple[] | undefined) =>
  tuples?.map(({ user, ...rest }) => ({ subject: user, ...rest }));

/** The filters of an assertion as the API takes them. */
export const filtersOf = ({
  request: { filters },
}: SubjectsAssertion): { type: string; relation: string | undefined }[] =>
  filters.map((text) => {
    const [type, relation] = text.split('#') as [string, string | undefined];
    return { type, relation };
  });

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

/** Every assertion of a stage. */
function stageVerdicts(
  stage: MatrixStage,
  nameOf: (what: string) => string,
  asker: () => Promise<Asker>,
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
      const found = (got as { found?: string[] }).found ?? [];
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

/**
 * Every assertion of a matrix, each stage asked through what `open` makes of it when its first assertion is due; stages of one test
 * open in their order. Without `ownLimits`, tests that have limits of their own are left out.
 */
export const verdictsOf = (
  matrix: Matrix,
  open: (test: string, stage: MatrixStage) => Promise<Asker>,
  { ownLimits = false } = {},
): Verdict[] =>
  matrix.tests
    .filter(({ stages }) => ownLimits || !stages.some((s) => s.limits))
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
