import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testCertificate } from './test-certificate.ts';
import { codeOf } from './test-tokens.ts';
import { tokenReviews } from './token-review.ts';

const identity = testCertificate();
const folder = mkdtempSync(join(tmpdir(), 'token-review-'));
const caPath = join(folder, 'ca.crt');
const tokenPath = join(folder, 'token');
const sub = 'system:serviceaccount:platform:platform-operator';

/** Fakes the API server: reviews the tokens that it knows, for the requested audiences. */
let server: Server;
let url: string;
let known: Map<string, string>;
let asked: { authorization: string | undefined; body: any }[];
let status: number;

beforeAll(async () => {
  writeFileSync(caPath, identity.cert);
  server = createServer(identity, (req, res) => {
    let text = '';
    req.on('data', (chunk: Buffer) => (text += chunk.toString()));
    req.on('end', () => {
      const body = JSON.parse(text);
      asked.push({ authorization: req.headers.authorization, body });
      const username = known.get(body.spec.token);
      const verdict = username
        ? { authenticated: true, user: { username }, audiences: body.spec.audiences }
        : { error: 'the token has been invalidated', user: {} };
      res.writeHead(status, { 'content-type': 'application/json' });
      res.end(JSON.stringify({ ...body, status: verdict }));
    });
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  url = `https://localhost:${(server.address() as AddressInfo).port}/apis/authentication.k8s.io/v1/tokenreviews`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  [asked, status] = [[], 201];
  known = new Map([['good', sub]]);
  writeFileSync(tokenPath, 'own-token\n');
});

const reviews = (more: Partial<Parameters<typeof tokenReviews>[0]> = {}) =>
  tokenReviews({
    accounts: new Set(['platform-operator']),
    url,
    caPath,
    tokenPath,
    timeoutMs: 10_000,
    ...more,
  });
const tokenOf = (token: string, serviceAccount = 'platform-operator') => ({
  token,
  audience: 'hub',
  sub,
  serviceAccount,
});

describe('tokenReviews', () => {
  test('accepts a token that the API server accepts for the audience', async () => {
    await reviews()(tokenOf('good'));
    expect(asked).toEqual([
      {
        authorization: 'Bearer own-token',
        body: {
          apiVersion: 'authentication.k8s.io/v1',
          kind: 'TokenReview',
          spec: { token: 'good', audiences: ['hub'] },
        },
      },
    ]);
  });

  test('sends a review each time, with the current token of this process', async () => {
    const review = reviews();
    await review(tokenOf('good'));
    writeFileSync(tokenPath, 'next-token');
    known.delete('good');
    expect(await codeOf(review(tokenOf('good')))).toBe('token_invalid');
    expect(asked.map(({ authorization }) => authorization)).toEqual([
      'Bearer own-token',
      'Bearer next-token',
    ]);
  });

  test("does not accept another account's token, whatever was verified before", async () => {
    known.set('good', 'system:serviceaccount:shop:platform-operator');
    expect(await codeOf(reviews()(tokenOf('good')))).toBe('token_invalid');
  });

  test('reviews only the configured accounts', async () => {
    await reviews()(tokenOf('unknown', 'hub'));
    await reviews({ accounts: new Set() })(tokenOf('unknown'));
    expect(asked).toEqual([]);
  });

  test('does not accept a token if there is no response', async () => {
    const failures: unknown[] = [];
    const onFailure = (error: unknown): void => void failures.push(error);
    status = 403;
    expect(await codeOf(reviews({ onFailure })(tokenOf('good')))).toBe('upstream_unavailable');
    status = 201;
    const away = { url: url.replace(/:\d+/, ':1'), onFailure };
    expect(await codeOf(reviews(away)(tokenOf('good')))).toBe('upstream_unavailable');
    const stranger = join(folder, 'stranger.crt');
    writeFileSync(stranger, testCertificate().cert);
    expect(await codeOf(reviews({ caPath: stranger, onFailure })(tokenOf('good')))).toBe(
      'upstream_unavailable',
    );
    expect(failures).toHaveLength(3);
    expect(asked).toHaveLength(1);
  });
});
