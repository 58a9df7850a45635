import { serveTestInfra } from './testing-infra.ts';

/** Jest calls this once, before its workers start. */
const globalSetup = async (): Promise<void> => {
  if (process.env.PLATFORM_TEST_NO_INFRA === '1') return;
  globalThis.platformTestInfra = await serveTestInfra();
};

export default globalSetup;
