import { describe, expect, it } from 'vitest';
import { createPlatform } from './platform.ts';
import { relationshipChecks } from './relationships.ts';
import { problemResponse, testApi } from './test-api.ts';

interface Body {
  checks: { correlationId: string; object: string }[];
  consistency?: object;
}

const error = { status: 422, code: 'validation_failed', detail: 'no such type', errors: [] };

/** An API in which even documents are allowed, in results of reversed order. */
const evenDocuments = () =>
  testApi(({ body }) => {
    const { checks } = JSON.parse(String(body)) as Body;
    const results = checks.map(({ correlationId, object }) =>
      object.startsWith('document:')
        ? { correlationId, allowed: Number(object.slice('document:'.length)) % 2 === 0 }
        : { correlationId, error },
    );
    return Response.json({ results: results.reverse() });
  });

const checksOf = ({ fetch }: ReturnType<typeof testApi>, options = {}) =>
  relationshipChecks(
    createPlatform({ baseUrl: 'https://api.example', fetch, retries: 0 }).fga,
    options,
  );
const view = (id: number | string) => ({
  subject: 'user:ada',
  relation: 'viewer',
  object: `document:${id}`,
});

describe('relationshipChecks', () => {
  it('answers questions of one turn with one request', async () => {
    const api = evenDocuments();
    const { check, filter } = checksOf(api, { consistency: { fullyConsistent: true } });
    const answers = await Promise.all([check(view(1)), check(view(2)), filter([3, 4, 6], view)]);
    expect(answers).toEqual([false, true, [4, 6]]);
    expect(api.received).toHaveLength(1);
    expect(JSON.parse(String(api.received[0]?.body))).toMatchObject({
      checks: [{ correlationId: '0', ...view(1) }, {}, {}, {}, {}],
      consistency: { fullyConsistent: true },
    });
  });

  it('keeps to the size of batches', async () => {
    const api = evenDocuments();
    const ids = Array.from({ length: 120 }, (_, i) => i);
    expect(await checksOf(api).filter(ids, view)).toHaveLength(60);
    expect(api.received).toHaveLength(3);
  });

  it('rejects one question without the others', async () => {
    const { check } = checksOf(evenDocuments());
    const [bad, good] = await Promise.allSettled([
      check({ ...view(2), object: 'folder:2' }),
      check(view(2)),
    ]);
    expect(bad).toMatchObject({ reason: { code: 'validation_failed', status: 422 } });
    expect(good).toMatchObject({ value: true });
  });

  it('rejects all questions of a request that fails', async () => {
    const api = testApi(problemResponse(409, 'no_active_model'));
    await expect(checksOf(api).filter([1, 2], view)).rejects.toMatchObject({
      code: 'no_active_model',
    });
  });
});
