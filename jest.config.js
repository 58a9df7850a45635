/** Tests run on the sources: SWC strips the types, the workspaces' `source` condition finds them. */
export default {
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/', '/.platform/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  globalSetup: '<rootDir>/dev/src/jest-global-setup.ts',
  globalTeardown: '<rootDir>/dev/src/jest-global-teardown.ts',
  reporters: ['default', '<rootDir>/dev/bin/plain-reporter.js'],
  testTimeout: 60_000,
  maxWorkers: 2,
};
