import { describe, expect, test } from 'vitest';
import { problems } from '@platform/contracts';
import type { ProblemCode } from '@platform/contracts';
import { asProblem, found, invalid, problem, withRetryAfter } from './problem.ts';

describe('problem', () => {
  test('has the status and title of its code, and details for the caller', () => {
    const body = problem('rate_limited', { detail: 'slow down', members: { family: 'x' } }).body({
      requestId: 'req_1',
    });
    expect(body).toEqual({
      type: '/problems/rate_limited',
      title: 'Too many requests',
      status: 429,
      code: 'rate_limited',
      detail: 'slow down',
      requestId: 'req_1',
      family: 'x',
    });
  });
  test.each(Object.keys(problems) as ProblemCode[])(
    '%s tells when to try again, if it is an outage',
    (code) => {
      const isOutage = [503, 504].includes(problems[code].status);
      expect(problem(code).details.headers).toEqual(isOutage ? { 'retry-after': '5' } : {});
      for (const name of ['Retry-After', 'retry-after'])
        expect(problem(code, { headers: { [name]: '1' } }).details.headers).toEqual({
          [name]: '1',
        });
    },
  );
  test('an outage has Retry-After, whatever other headers it has', () => {
    expect(withRetryAfter(503, { allow: 'GET' })).toEqual({ allow: 'GET', 'retry-after': '5' });
    expect(withRetryAfter(502, { allow: 'GET' })).toEqual({ allow: 'GET' });
  });
  test('reveals nothing about an unexpected error', () => {
    expect(JSON.stringify(asProblem(new Error('password is hunter2')).body())).not.toContain(
      'hunter2',
    );
  });
  test('names the invalid property', () => {
    expect(invalid('/email', 'invalid_format', 'must be an e-mail address').body().errors).toEqual([
      { pointer: '/email', code: 'invalid_format', detail: 'must be an e-mail address' },
    ]);
  });

  test.each([
    'malformed_request',
    'invalid_parameter',
    'invalid_cursor',
    'validation_failed',
  ] as const)('every 400 and 422 has an entry of errors[]: %s', (code) => {
    const errors = problem(code, { detail: 'Try again' }).body().errors;
    expect(errors).toEqual([
      expect.objectContaining({ code: 'invalid_format', detail: 'Try again' }),
    ]);
    expect(errors?.[0]?.pointer).toBe(code === 'invalid_cursor' ? '/cursor' : undefined);
  });
  test('has the finer code of a limit and of a key', () => {
    expect(problem('limit_exceeded').body().errors?.[0]?.code).toBe('limit_exceeded');
    expect(problem('idempotency_key_reused').body().errors?.[0]?.code).toBe(
      'idempotency_key_reused',
    );
    expect(problem('not_found').body().errors).toBeUndefined();
  });
});

describe('found', () => {
  test('returns the result of a search, and throws not_found for undefined', () => {
    expect([found('row'), found(null), found(0)]).toEqual(['row', null, 0]);
    expect(() => found(undefined)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});
