import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectedTokenFile } from './projected-token-file.ts';
import { codeOf } from './test-tokens.ts';

let folder = '';
let nowMillis = 1_800_000_000_000;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'projected-token-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Mimics the kubelet: creates a new folder, then replaces the link `..data`. */
async function rotate(token: string): Promise<void> {
  const version = join(folder, `..v-${token}`);
  await mkdir(version);
  await writeFile(join(version, 'token'), `${token}\n`);
  await symlink(version, join(folder, '..tmp'));
  await rename(join(folder, '..tmp'), join(folder, '..data'));
}

describe('projectedTokenFile', () => {
  test("follows the kubelet's rotation within a second, and never sends an empty token", async () => {
    const read = projectedTokenFile(join(folder, '..data', 'token'), { now: () => nowMillis });
    expect(await codeOf(read())).toBe('upstream_unavailable');
    await rotate('one');
    expect(await Promise.all([read(), read()])).toEqual(['one', 'one']);
    await rotate('two');
    nowMillis += 999;
    expect(await read()).toBe('one');
    nowMillis += 1;
    expect(await read()).toBe('two');
    await writeFile(join(folder, '..data', 'token'), '\n');
    nowMillis += 1_000;
    expect(await codeOf(read())).toBe('upstream_unavailable');
    expect(await codeOf(read())).toBe('upstream_unavailable');
    await rm(join(folder, '..data', 'token'));
    expect(await codeOf(read())).toBe('upstream_unavailable');
    await rotate('three');
    expect(await read()).toBe('three');
  });
});
