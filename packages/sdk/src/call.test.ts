import { describe, expect, expectTypeOf, it } from 'vitest';
import type { CodesOf } from './call.ts';
import { createPlatform } from './platform.ts';
import { PlatformProblem, isProblem } from './problem.ts';
import { problemResponse, testApi } from './test-api.ts';
import type { Platform } from './generated/platform.ts';

const platformWith = (...answers: Parameters<typeof testApi>) =>
  createPlatform({ baseUrl: 'https://api.example', fetch: testApi(...answers).fetch, retries: 0 });

const taken = problemResponse(409, 'already_exists', {
  detail: 'the e-mail address is taken',
  requestId: 'req_1',
  errors: [{ pointer: '/email', code: 'already_exists', detail: 'is taken' }],
});

describe('a failed call', () => {
  it('rejects with a problem that names the method', async () => {
    const error: unknown = await platformWith(taken)
      .users.create({ email: 'ada@example.com' })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(PlatformProblem);
    expect(error).toMatchObject({
      message: 'users.create: the e-mail address is taken (already_exists)',
      code: 'already_exists',
      status: 409,
      requestId: 'req_1',
      attempts: 1,
    });
    if (!isProblem(error, 'already_exists')) throw error;
    expect(error.at('/email')?.code).toBe('already_exists');
    expect(isProblem(error, 'not_found')).toBe(false);
  });

  it('is a value with result()', async () => {
    const result = await platformWith(taken).users.create({ email: 'ada@example.com' }).result();
    expect(result.ok ? undefined : result.problem.code).toBe('already_exists');
  });

  it('is recovered from by its code', async () => {
    const missing = problemResponse(404, 'not_found');
    const users = platformWith(missing).users;
    expect(await users.get('usr_1').recover({ not_found: () => 'nobody' })).toBe('nobody');
    await expect(users.get('usr_1').recover({ rate_limited: () => 'later' })).rejects.toThrow(
      'not_found',
    );
  });

  it('has a code of its own without a problem document', async () => {
    const html = new Response('<html>', { status: 403, headers: { 'content-type': 'text/html' } });
    const codeOf = async (...answers: Parameters<typeof testApi>) => {
      const result = await platformWith(...answers)
        .users.get('usr_1')
        .result();
      return result.ok ? 'ok' : [result.problem.code, result.problem.status];
    };
    expect(await codeOf(html)).toEqual(['unexpected_response', 403]);
    expect(await codeOf(new Response('<html>'))).toEqual(['unexpected_response', 200]);
    expect(await codeOf(new TypeError('fetch failed'))).toEqual(['connection_failed', 0]);
    const redirect = new Response(null, {
      status: 302,
      headers: { location: 'https://x.example' },
    });
    expect(await codeOf(redirect)).toEqual(['unexpected_response', 302]);
  });

  it('rejects with the reason of an aborted signal, also with result()', async () => {
    const signal = AbortSignal.abort(new Error('the user left'));
    const call = platformWith(Response.json({})).users.get('usr_1', { signal });
    await expect(call.result()).rejects.toThrow('the user left');
  });

  it('times out', async () => {
    const never = () => new Promise<Response>(() => undefined);
    const platform = createPlatform({
      baseUrl: 'https://api.example',
      fetch: testApi(never).fetch,
      timeoutMs: 20,
      retries: 0,
    });
    const [byClient, byCall] = await Promise.all([
      platform.users.get('usr_1').result(),
      platform.events.list({ timeoutMs: 30 }).result(),
    ]);
    expect(byClient.ok ? undefined : byClient.problem.code).toBe('timed_out');
    expect(byCall.ok ? undefined : byCall.problem.detail).toBe('no response in 30 ms');
  });

  it('does not time out while a file is uploaded', async () => {
    const slowly = async (): Promise<Response> => {
      await new Promise((resolve) => {
        setTimeout(resolve, 60);
      });
      return Response.json({ bytes: 2 });
    };
    const { fetch } = testApi(slowly);
    const options = { baseUrl: 'https://api.example', fetch, timeoutMs: 20, retries: 0 };
    const { migrationSources } = createPlatform(options);
    const stored = await migrationSources.uploads.put('mup_1', new Blob(['{}']));
    expect(stored).toEqual({ bytes: 2 });
  });

  it('has the types of what can go wrong', () => {
    type Codes = CodesOf<Platform['users']['create']>;
    expectTypeOf<'already_exists'>().toExtend<Codes>();
    expectTypeOf<'connection_failed'>().toExtend<Codes>();
    expectTypeOf<'lockout_risk'>().not.toExtend<Codes>();
    // Never called: what the compiler must refuse.
    const types = async ({ users }: Platform): Promise<string> => {
      // @ts-expect-error the method cannot fail so
      void users.get('usr_1').recover({ lockout_risk: () => 1 });
      // @ts-expect-error no such property
      void users.create({ emial: 'ada@example.com' });
      // @ts-expect-error no such filter
      void users.list({ state: 'active' });
      const found = await users.get('usr_1').recover({ not_found: () => undefined });
      // @ts-expect-error it can be undefined
      void found.id;
      const result = await users.create({ email: 'ada@example.com' }).result();
      if (result.ok) return result.value.id;
      const { problem } = result;
      if (problem.code === 'already_exists') expectTypeOf(problem.status).toEqualTypeOf<409>();
      switch (problem.code) {
        case 'limit_exceeded':
          return problem.detail;
        // @ts-expect-error the method cannot fail so
        case 'lockout_risk':
          return '';
        default:
          return problem.code;
      }
    };
    expect(types).toBeInstanceOf(Function);
  });
});
