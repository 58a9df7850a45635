import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { startCluster } from './cluster.ts';
import type { Cluster, ClusterOptions } from './cluster.ts';

const folder = mkdtempSync(join(tmpdir(), 'platform-cluster-'));
const running: Cluster[] = [];
const start = async (options: Partial<ClusterOptions> = {}): Promise<Cluster> => {
  const cluster = await startCluster({ dataDir: folder, ...options });
  running.push(cluster);
  return cluster;
};
afterEach(async () => void (await Promise.all(running.splice(0).map((cluster) => cluster.stop()))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const verify = (cluster: Cluster, token: string, audience: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(cluster.jwksUri)), {
    issuer: cluster.issuer,
    audience,
  });

describe('startCluster', () => {
  test('projects a token as Kubernetes does, for one audience', async () => {
    const cluster = await start();
    const token = readFileSync(await cluster.tokenFile('hub', 'directory'), 'utf8');
    const { payload, protectedHeader } = await verify(cluster, token, 'directory');
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toMatchObject({
      sub: 'system:serviceaccount:platform:hub',
      aud: ['directory'],
      'kubernetes.io': { namespace: 'platform', serviceaccount: { name: 'hub' } },
    });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(3600);
    await expect(verify(cluster, token, 'outbound')).rejects.toThrow('aud');
  });

  test.each([
    ['application/json', 406],
    ['application/jwk-set+json', 200],
    ['application/jwk-set+json, application/json', 200],
    ['*/*', 200],
  ])(
    'serves its keys to a caller that accepts %s with %i, as the API server does',
    async (accept, status) => {
      const answer = await fetch((await start()).jwksUri, { headers: { accept } });
      expect(answer.status).toBe(status);
      if (status === 200)
        expect(answer.headers.get('content-type')).toBe('application/jwk-set+json');
    },
  );

  test('writes the token to the path that its name determines', async () => {
    expect(await (await start()).tokenFile('hub', 'directory')).toBe(
      join(folder, 'tokens', 'hub', 'directory'),
    );
  });

  test('replaces projected tokens before they expire', async () => {
    const cluster = await start({ ttlSeconds: 1, rotateAt: 0.1 });
    const file = await cluster.tokenFile('hub', 'outbound');
    const first = readFileSync(file, 'utf8');
    await pause(350);
    const second = readFileSync(file, 'utf8');
    expect(decodeJwt(second).jti).not.toBe(decodeJwt(first).jti);
  });

  test('keeps its key between starts', async () => {
    const token = await (await start()).mint('product-api', 'hub');
    const second = await start();
    expect((await verify(second, token, 'hub')).payload.sub).toBe(second.subject('product-api'));
  });

  test('after a new key, old and new tokens verify against the key set, in its file too', async () => {
    const cluster = await start();
    const old = await cluster.mint('hub', 'directory');
    await cluster.rotateKey();
    const tokens = [old, await cluster.mint('hub', 'directory')];
    const fromFile = createLocalJWKSet(JSON.parse(readFileSync(cluster.jwksFile, 'utf8')));
    for (const token of tokens) {
      await verify(cluster, token, 'directory');
      await jwtVerify(token, fromFile);
    }
    expect(readFileSync(cluster.jwksFile, 'utf8')).not.toContain('"d"');
  });

  test('names the port that is in use', async () => {
    const { jwksUri } = await start();
    const port = Number(new URL(jwksUri).port);
    await expect(start({ port })).rejects.toThrow(`Port ${port}`);
  });
});
