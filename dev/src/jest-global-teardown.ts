import type {} from './jest-global-setup.ts';

/** Jest calls this once, when every test has ended. */
const globalTeardown = async (): Promise<void> => {
  await globalThis.platformTestInfra?.stop();
};

export default globalTeardown;
