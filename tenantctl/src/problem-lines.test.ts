import { PlatformProblem } from '@platform/sdk';
import type { FieldError, ProblemCode } from '@platform/sdk';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { exitCodeOfError, failureLines } from './problem-lines.ts';

const problem = (code: ProblemCode, status: number, detail: string, errors: FieldError[] = []) =>
  new PlatformProblem(
    code,
    { detail, errors, requestId: 'req_1' },
    { operation: 'users.create', status, attempts: 1 },
  );
const command = new Command()
  .option('--email <text>')
  .option('--name.given-name <text>')
  .option('--credential.password-file <file>')
  .option('--roles <text...>');
const caller = (as: 'user' | 'application') => ({
  api: 'https://api.example.com',
  profile: { as, clientId: 'app_1', issuer: 'https://acme.example.com' },
});

describe('the exit code', () => {
  it.each<[ProblemCode, number, number]>([
    ['validation_failed', 422, 1],
    ['insufficient_scope', 403, 3],
    ['token_expired', 401, 3],
    ['token_unavailable', 0, 3],
    ['not_found', 404, 4],
    ['already_exists', 409, 5],
    ['precondition_failed', 412, 5],
    ['rate_limited', 429, 6],
    ['upstream_unavailable', 503, 6],
    ['connection_failed', 0, 6],
    ['timed_out', 0, 6],
  ])('of %s is right', (code, status, expected) => {
    expect(exitCodeOfError(problem(code, status, 'x'))).toBe(expected);
  });
});

describe('the lines of a problem', () => {
  it('name the flags of the wrong members', () => {
    const errors: FieldError[] = [
      { pointer: '/email', code: 'invalid_format', detail: 'must be an e-mail address' },
      { pointer: '/name/givenName', code: 'too_long', detail: 'must have at most 150 characters' },
      { pointer: '/credential/password', code: 'too_short', detail: 'is too short' },
      { pointer: '/roles/1', code: 'unknown_role', detail: 'is not a role' },
      { pointer: '/somethingElse', code: 'invalid_value', detail: 'is odd' },
    ] as FieldError[];
    expect(
      failureLines(problem('validation_failed', 422, '5 members are not valid', errors), command),
    ).toEqual([
      'error: 5 members are not valid. (validation_failed)',
      '  --email: must be an e-mail address',
      '  --name.given-name: must have at most 150 characters',
      '  --credential.password-file: is too short',
      '  --roles (/roles/1): is not a role',
      '  somethingElse: is odd',
    ]);
  });

  it('say how to get a scope, to users and to applications', () => {
    const lacking = problem(
      'insufficient_scope',
      403,
      'The token lacks the required scopes: tenant:users.write',
    );
    expect(failureLines(lacking, command, caller('user')).join('\n')).toContain(
      'Ask an administrator for a role that grants tenant:users.write, then run `tenantctl login` again.',
    );
    expect(failureLines(lacking, command, caller('application')).join('\n')).toContain(
      'Add tenant:users.write to allowedScopes of the application app_1',
    );
  });

  it('name the address that cannot be reached', () => {
    expect(
      failureLines(
        problem('connection_failed', 0, 'the API cannot be reached'),
        command,
        caller('user'),
      ),
    ).toEqual([
      'error: The API cannot be reached. (connection_failed)',
      '  The URL of the API is https://api.example.com. Change it with `tenantctl login --api`.',
    ]);
  });

  it('have the request of a failure of the platform', () => {
    expect(failureLines(problem('internal_error', 500, 'Something failed'))).toContain(
      '  Request req_1',
    );
  });
});
