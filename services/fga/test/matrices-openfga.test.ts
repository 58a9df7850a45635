import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matrixFiles, inputs, readMatrix, verdictsOf } from '@platform/testkit/relation-matrices';
import type { Asker, MatrixStage, MatrixTuple } from '@platform/testkit/relation-matrices';
import type { TestAnswer } from '@platform/testkit/service';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';
import { newStore } from './openfga-api.ts';
import type { StoreApi } from './openfga-api.ts';

// Repeats the matrices through the API of OpenFGA, each test in a named store.
let platform: AccessPlatform;
const stores = new Map<string, Promise<StoreApi>>();

beforeAll(async () => {
  platform = await accessPlatform({
    'platform.fga.check.max-depth': '25',
    'platform.fga.list-objects.max-depth': '25',
    'platform.fga.model.max-rewrite-nesting-depth': '25',
    'platform.fga.check.timeout': '20s',
  });
});
afterAll(() => platform?.stop());

function storeOf(test: string): Promise<StoreApi> {
  const known = stores.get(test);
  if (known) return known;
  const made = newStore(platform, platform.hub.tenant(`openfga${stores.size}`));
  stores.set(test, made);
  return made;
}

/** Codes of OpenFGA as those that the matrices are compared with. Our own matrices tell reasons apart that OpenFGA does not. */
const ours: Record<string, string[]> = {
  validation_error: [
    'validation_failed',
    'condition_context_missing',
    'condition_context_invalid',
    'condition_failed',
  ],
  invalid_tuple: ['validation_failed', 'condition_context_invalid'],
  authorization_model_resolution_too_complex: ['check_depth_exceeded'],
};

const orErrors = ({ status, body }: TestAnswer, read: (body: any) => unknown): unknown =>
  status === 200 ? read(body) : { errors: [body.code, ...(ours[body.code] ?? [])] };

const truncation = ({ headers }: TestAnswer): string[] =>
  (headers.get('x-truncated') ?? '').split(', ').filter((reason) => reason !== '');

const taken = ({ status, body }: TestAnswer): void => {
  if (status >= 300) throw new Error(JSON.stringify(body));
};

/** OpenFGA's API takes models as JSON: the DSL is read by ours. */
async function writeModel({ api, post }: StoreApi, dsl: string): Promise<void> {
  const read = await api.post('/api/v1/fga/models', { body: { dsl, dryRun: true } });
  taken(read);
  taken(await post('/authorization-models', read.body.model));
}

async function writeTuples({ post }: StoreApi, tuples: readonly MatrixTuple[]): Promise<void> {
  // OpenFGA has no expiry.
  const lasting = tuples.filter(({ expiresAt }) => expiresAt === undefined);
  for (let i = 0; i < lasting.length; i += 100)
    taken(
      await post('/write', {
        writes: { tuple_keys: lasting.slice(i, i + 100), on_duplicate: 'ignore' },
      }),
    );
}

async function open(test: string, stage: MatrixStage): Promise<Asker> {
  const store = await storeOf(test);
  await writeModel(store, stage.model);
  await writeTuples(store, stage.tuples ?? []);
  const keysOf = ({ contextualTuples }: { contextualTuples?: MatrixTuple[] }) =>
    contextualTuples ?? [];
  return {
    check: async (a) =>
      orErrors(
        await store.post('/check', {
          tuple_key: a.tuple,
          context: a.context,
          contextual_tuples: { tuple_keys: keysOf(a) },
        }),
        (body) => body.allowed,
      ),
    async objects(a) {
      const answer = await store.post('/list-objects', {
        ...a.request,
        context: a.context,
        contextual_tuples: { tuple_keys: keysOf(a) },
      });
      const truncatedBy = truncation(answer);
      return orErrors(answer, ({ objects }) => ({ found: objects.sort(), truncatedBy }));
    },
    async subjects(a) {
      const [type, id] = a.request.object.split(':');
      const found: string[] = [];
      const truncatedBy: string[] = [];
      for (const filter of a.request.filters) {
        const [of, relation] = filter.split('#');
        const answer = await store.post('/list-users', {
          object: { type, id },
          relation: a.request.relation,
          user_filters: [{ type: of, relation }],
          context: a.context,
          contextual_tuples: keysOf(a),
        });
        if (answer.status !== 200) return orErrors(answer, () => undefined);
        truncatedBy.push(...truncation(answer));
        found.push(...answer.body.users.map(textOf));
      }
      return { found: found.sort(), truncatedBy };
    },
  };
}

interface WireUser {
  object?: { type: string; id: string };
  userset?: { type: string; id: string; relation: string };
  wildcard?: { type: string };
}
const textOf = ({ object, userset, wildcard }: WireUser): string => {
  if (userset) return `${userset.type}:${userset.id}#${userset.relation}`;
  return object ? `${object.type}:${object.id}` : `${wildcard?.type}:*`;
};

/** Whether a stage needs what OpenFGA does not have. */
const isOurs = ({ tuples }: MatrixStage): boolean =>
  (inputs(tuples) ?? []).some(({ expiresAt }) => expiresAt !== undefined);

describe.each(matrixFiles())('%s', (file) => {
  const matrix = readMatrix(file);
  const tests = matrix.tests.filter(({ stages }) => !stages.some(isOurs));
  const verdicts = verdictsOf({ tests }, (test, stage) => open(`${file} ${test}`, stage)).map(
    (v) => [v.title, v] as const,
  );
  if (verdicts.length === 0) return void it('is not for OpenFGA', () => undefined);
  it.each(verdicts)('%s', async (_, { run }) => {
    const { expected, got } = await run();
    expect(got).toEqual(expected);
  });
});
