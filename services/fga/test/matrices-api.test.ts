import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  filtersOf,
  inputs,
  matrixFiles,
  readMatrix,
  verdictsOf,
} from '@platform/testkit/relation-matrices';
import type { Asker, MatrixStage } from '@platform/testkit/relation-matrices';
import type { TestAnswer, TestApi } from '@platform/testkit/service';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

// Repeats the matrices through the API: models, tuples, listings and errors as callers see them.
const path = '/api/v1/fga';
let platform: AccessPlatform;
const apis = new Map<string, Promise<TestApi>>();

beforeAll(async () => {
  platform = await accessPlatform({
    'platform.fga.check.max-depth': '25',
    'platform.fga.list-objects.max-depth': '25',
    'platform.fga.model.max-rewrite-nesting-depth': '25',
    'platform.fga.check.timeout': '20s',
  });
});
afterAll(() => platform?.stop());

function apiOf(test: string): Promise<TestApi> {
  const known = apis.get(test);
  if (known) return known;
  const made = platform.api(platform.hub.tenant(`matrix${apis.size}`));
  apis.set(test, made);
  return made;
}

const orErrors = ({ status, body }: TestAnswer, read: (body: any) => unknown): unknown =>
  status === 200
    ? read(body)
    : { errors: [body.code, ...(body.errors ?? []).map((e: { code: string }) => e.code)] };
const taken = async (answer: Promise<TestAnswer>): Promise<void> => {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(JSON.stringify(body));
};

async function open(test: string, stage: MatrixStage): Promise<Asker> {
  const api = await apiOf(test);
  await taken(api.post(`${path}/models`, { body: { dsl: stage.model } }));
  // An expired tuple cannot be written, and would not be visible.
  const live = (inputs(stage.tuples) ?? []).filter(
    (t) => t.expiresAt === undefined || Date.parse(t.expiresAt) > Date.now(),
  );
  if (live.length > 0) await taken(api.post(`${path}/tuples:import`, { body: { tuples: live } }));
  const asked = (a: { context?: object; contextualTuples?: Parameters<typeof inputs>[0] }) => ({
    ...(a.context ? { context: a.context } : {}),
    ...(a.contextualTuples ? { contextualTuples: inputs(a.contextualTuples) } : {}),
  });
  return {
    check: async (a) =>
      orErrors(
        await api.post(`${path}/check`, {
          body: {
            subject: a.tuple.user,
            relation: a.tuple.relation,
            object: a.tuple.object,
            ...asked(a),
          },
        }),
        (body) => body.allowed,
      ),
    objects: async (a) =>
      orErrors(
        await api.post(`${path}/list-objects`, {
          body: {
            subject: a.request.user,
            relation: a.request.relation,
            type: a.request.type,
            ...asked(a),
          },
        }),
        ({ objects, truncatedBy }) => ({ found: objects.sort(), truncatedBy }),
      ),
    subjects: async (a) =>
      orErrors(
        await api.post(`${path}/list-subjects`, {
          body: {
            object: a.request.object,
            relation: a.request.relation,
            subjectFilters: filtersOf(a),
            ...asked(a),
          },
        }),
        ({ subjects, truncatedBy }) => ({ found: subjects.sort(), truncatedBy }),
      ),
  };
}

describe.each(matrixFiles())('%s', (file) => {
  const verdicts = verdictsOf(readMatrix(file), (test, stage) =>
    open(`${file} ${test}`, stage),
  ).map((v) => [v.title, v] as const);
  if (verdicts.length === 0) return void it('requires its own limits', () => undefined);
  it.each(verdicts)('%s', async (_, { run }) => {
    const { expected, got } = await run();
    expect(got).toEqual(expected);
  });
});
