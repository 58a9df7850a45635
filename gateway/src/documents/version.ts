import { createRequire } from 'node:module';

/** Version of the product, which its API description carries. */
export const { version: apiVersion } = createRequire(import.meta.url)('../../package.json') as {
  version: string;
};
