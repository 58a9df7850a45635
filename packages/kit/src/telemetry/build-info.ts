import { createRequire } from 'node:module';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

/** The running build: all packages share a version. */
export const buildInfo = { version, node: process.versions.node } as const;
