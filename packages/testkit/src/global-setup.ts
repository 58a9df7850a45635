import { mkdirSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { serveTestInfra } from './infra.ts';
import type { TestInfra } from './infra.ts';
import { sharedServers } from './shared-servers.ts';

let infra: TestInfra | undefined;

/** Called once, before the first test file. Nothing is started until a test file asks for it. */
export async function setup({ vitest }: TestProject): Promise<void> {
  // After a change of the lock file Vitest removes the folder of its cache, and workers that write to it fail.
  const cache = vitest.config.experimental.fsModuleCachePath;
  if (cache) mkdirSync(cache, { recursive: true });
  // Each project of Vitest calls this; they share one set of servers.
  if (process.env.PLATFORM_TEST_NO_INFRA === '1' || process.env.TEST_INFRA_ADDRESS) return;
  infra = await serveTestInfra(sharedServers());
}

/** Called once, when every test has ended. */
export async function teardown(): Promise<void> {
  await infra?.stop();
}
