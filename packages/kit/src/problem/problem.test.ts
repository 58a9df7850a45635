import { describe, expect, test } from '@jest/globals';
import { asProblem, invalid, problem } from './problem.ts';

describe('problem', () => {
  test('carries status and title of its code, and what the caller may know', () => {
    const body = problem('rate_limited', { detail: 'slow down', members: { family: 'x' } }).body({
      requestId: 'req_1',
    });
    expect(body).toEqual({
      type: 'https://docs.platform.example/problems/rate_limited',
      title: 'Too many requests',
      status: 429,
      code: 'rate_limited',
      detail: 'slow down',
      requestId: 'req_1',
      family: 'x',
    });
  });
  test('says nothing of an unexpected error', () => {
    expect(JSON.stringify(asProblem(new Error('password is hunter2')).body())).not.toContain(
      'hunter2',
    );
  });
  test('names the member that is wrong', () => {
    expect(invalid('/email', 'invalid_format', 'must be an e-mail address').body().errors).toEqual([
      { pointer: '/email', code: 'invalid_format', detail: 'must be an e-mail address' },
    ]);
  });
});
