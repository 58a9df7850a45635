#!/usr/bin/env node
// Runs OpenFGA's published matrices (consolidated_1_1_tests.yaml, abac_tests.yaml) against the evaluator, and through both APIs:
// npm run fga:matrix -- --from DIR
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { from: { type: 'string' } } });
if (!values.from) {
  console.error('Usage: npm run fga:matrix -- --from DIR');
  process.exit(2);
}
const tests = [
  'packages/relations/test/matrices',
  'services/fga/test/matrices-api',
  'services/fga/test/matrices-openfga',
];
const args = ['node_modules/vitest/vitest.mjs', 'run', ...tests];
spawn(process.execPath, args, {
  stdio: 'inherit',
  env: { ...process.env, FGA_MATRICES: resolve(values.from) },
}).on('exit', (code) => process.exit(code ?? 1));
