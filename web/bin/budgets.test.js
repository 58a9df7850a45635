import { expect, test } from 'vitest';
import { budgets, weighBuild } from './budgets.js';

const manifest = {
  'account/main.tsx': {
    file: 'account.js',
    name: 'account',
    src: 'account/main.tsx',
    isEntry: true,
    imports: ['_a', '_b'],
    css: ['account.css'],
  },
  _a: { file: 'a.js', imports: ['_b'], css: ['a.css'] },
  _b: { file: 'b.js' },
  'account/routes/devices.tsx': { file: 'devices.js', imports: ['_b'] },
  'kit/graph/graph-canvas.tsx': { file: 'graph.js' },
};
const weights = { 'account.js': 1, 'a.js': 10, 'b.js': 100, 'account.css': 5, 'a.css': 50 };
const weightOf = (file) => weights[file] ?? 1_000;

test('a first load counts every chunk once, and a route that is loaded later alone', () => {
  expect(weighBuild(manifest, weightOf)).toEqual([
    { part: 'account: first load', bytes: 111, budget: budgets.firstLoad.account },
    { part: 'account: style', bytes: 55, budget: budgets.css },
    { part: 'account/routes/devices.tsx', bytes: 1_000, budget: budgets.route },
    {
      part: 'kit/graph/graph-canvas.tsx',
      bytes: 1_000,
      budget: budgets.onNeed['kit/graph/graph-canvas.tsx'],
    },
  ]);
});
