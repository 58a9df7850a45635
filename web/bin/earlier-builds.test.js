import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setAside } from './earlier-builds.js';

let folder;
let dist;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earlier-builds-'));
  dist = join(folder, 'dist');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Builds these files, as Vite does: into an empty folder. */
function build(...files) {
  const keepEarlier = setAside(dist);
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, '.vite'), { recursive: true });
  for (const file of files) writeFileSync(join(dist, file), file);
  keepEarlier();
}
const served = () =>
  readdirSync(dist)
    .filter((name) => name !== '.vite')
    .sort();

it('the files of the two builds before are kept', () => {
  build('app-1.js', 'kit-1.js');
  build('app-2.js', 'kit-1.js');
  build('app-3.js', 'kit-2.js');
  expect(served()).toEqual(['app-1.js', 'app-2.js', 'app-3.js', 'kit-1.js', 'kit-2.js']);
  build('app-4.js', 'kit-2.js');
  expect(served()).toEqual(['app-2.js', 'app-3.js', 'app-4.js', 'kit-1.js', 'kit-2.js']);
});

it('a build without changes pushes out none', () => {
  build('app-1.js');
  build('app-2.js');
  for (let i = 0; i < 3; i++) build('app-3.js');
  expect(served()).toEqual(['app-1.js', 'app-2.js', 'app-3.js']);
});

it('a build from before there was a list is kept', () => {
  mkdirSync(dist);
  writeFileSync(join(dist, 'app-0.js'), '');
  build('app-1.js');
  expect(served()).toEqual(['app-0.js', 'app-1.js']);
  expect(existsSync(join(dist, '.vite', 'builds.json'))).toBe(true);
});
