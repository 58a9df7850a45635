import { mkdirSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { serveTestInfra } from './infra.ts';
import type { TestInfra } from './infra.ts';
import { sharedServers } from './shared-servers.ts';

let infra: TestInfra | undefined;

/** Called once, before the first test file. Servers start only when a test file requests them. */
export async function setup({ vitest }: TestProject): Promise<void> {
  // After the lock file changes, Vitest deletes its cache folder, and workers that write to it
  // would fail.
  const cache = vitest.config.experimental.fsModuleCachePath;
  if (cache) mkdirSync(cache, { recursive: true });
  // Each Vitest project calls this; they share one set of servers.
  if (process.env.PLATFORM_TEST_NO_INFRA === '1' || process.env.TEST_INFRA_ADDRESS) return;
  infra = await serveTestInfra(sharedServers());
}

/** Called once, after all tests. */
export async function teardown(): Promise<void> {
  await infra?.stop();
}
