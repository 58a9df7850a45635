import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { problem } from '../problem/problem.ts';
import { ownIdentityCheck } from './own-identity.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'own-identity-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Accepts the token `good for {audience}`, as a sibling of that name would. */
const check = (age: number | undefined = 1) =>
  ownIdentityCheck({
    tokenDirectory: folder,
    keysAgeSeconds: () => age,
    callersOf: (audience) => async (token) => {
      if (token !== `good for ${audience}`)
        throw problem('token_invalid', { detail: 'the token has another issuer' });
      return {
        sub: 'system:serviceaccount:platform:hub',
        namespace: 'platform',
        serviceAccount: 'hub',
      };
    },
  });
const write = (audience: string, token: string) => writeFileSync(join(folder, audience), token);

test('the identity check passes when every token of the process is accepted', async () => {
  write('hub', 'good for hub\n');
  write('directory', 'good for directory');
  mkdirSync(join(folder, '..2026_11_22'));
  expect(await check()()).toBeUndefined();
});

test('the identity check reports the cause: keys, a missing token, or a rejected token', async () => {
  expect(await check()()).toBe(`there is no service-account token in ${folder}`);
  write('hub', 'good for hub');
  write('directory', 'good for hub');
  expect(
    await ownIdentityCheck({
      tokenDirectory: folder,
      keysAgeSeconds: () => undefined,
      callersOf: () => () => Promise.reject(new Error('unreachable')),
    })(),
  ).toBe("the cluster's keys are not loaded yet");
  expect(await check()()).toBe(
    'its own token for directory is not accepted: the token has another issuer',
  );
});

test('the identity check keeps passing, so that requests without a need for the identity still work after its loss', async () => {
  write('hub', 'good for hub');
  const one = check();
  expect(await one()).toBeUndefined();
  write('hub', 'spoiled');
  expect(await one()).toBeUndefined();
});
