import { clientSubject } from '@platform/kit/auth';
import { describe, expect, test } from 'vitest';
import { CutOffReached, checkIssue, issueArguments } from './issue-check.ts';
import type { IssueFacts } from './issue-check.ts';

const now = 1_000_500;
const issuedAt = 1_000;
const facts = (found: Partial<IssueFacts> = {}): IssueFacts => ({
  hasClient: true,
  hasTenant: true,
  hasGrant: true,
  hasApi: true,
  notBefore: null,
  ...found,
});

describe('checkIssue', () => {
  test.each<[string, Partial<IssueFacts>]>([
    ['no cut-off', {}],
    ['a cut-off of an earlier second', { notBefore: issuedAt - 1 }],
    ['a future cut-off that is meant to end tokens issued now', { notBefore: issuedAt + 6 }],
  ])('allows a token with %s', (_name, found) => {
    expect(() => checkIssue(facts(found), issuedAt, now)).not.toThrow();
  });

  test.each<[string, number]>([
    ['the same second', issuedAt],
    ['a clock that is a few seconds ahead', issuedAt + 5],
  ])('delays a token that is covered by a cut-off of %s', (_name, notBefore) => {
    expect(() => checkIssue(facts({ notBefore }), issuedAt, now)).toThrow(CutOffReached);
  });

  test.each<[string, Partial<IssueFacts>, string]>([
    ['tenant', { hasTenant: false, hasClient: false }, 'access_denied'],
    ['client', { hasClient: false, hasGrant: false }, 'invalid_client'],
    ['grant', { hasGrant: false, notBefore: issuedAt }, 'invalid_grant'],
  ])('rejects a token without an active %s', (_name, found, error) => {
    expect(() => checkIssue(facts(found), issuedAt, now)).toThrow(
      expect.objectContaining({ error }) as Error,
    );
  });
});

describe('issueArguments', () => {
  test("name a platform client's own tenant, and the token's tenant for its user", () => {
    const client = { home_tenant: 'tnt_home' } as never;
    const token = { client, clientId: 'console', accountId: 'usr_1' };
    const pair = clientSubject('console', 'usr_1');
    expect(issueArguments('tnt_1', token)).toEqual([
      'tnt_home',
      'console',
      [
        expect.stringContaining('tnt_home client console'),
        expect.stringContaining('tnt_1 tenant tnt_1'),
        expect.stringContaining('tnt_1 subject usr_1'),
        expect.stringContaining(`tnt_1 client_subject ${pair}`),
      ],
      'usr_1',
      pair,
      null,
      null,
      null,
    ]);
  });
});
