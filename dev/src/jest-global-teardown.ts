import type { TestInfra } from './testing-infra.ts';

declare global {
  var platformTestInfra: TestInfra | undefined;
}

/** Jest calls this once, when every test has ended. */
const globalTeardown = async (): Promise<void> => {
  await globalThis.platformTestInfra?.stop();
};

export default globalTeardown;
