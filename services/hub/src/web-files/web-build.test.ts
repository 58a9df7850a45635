import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entryNamed, webBuild } from './web-build.ts';

let folder: string;
const at = (path = ''): URL => pathToFileURL(join(folder, path) + (path === '' ? '/' : ''));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-build-'));
  mkdirSync(join(folder, '.vite'));
  const manifest = {
    'account/main.tsx': {
      file: 'account-a1.js',
      name: 'account',
      isEntry: true,
      imports: ['_kit'],
      css: ['account-c1.css'],
    },
    _kit: { file: 'kit-b2.js', imports: ['_react'], css: ['kit-c2.css'] },
    _react: { file: 'react-b3.js', imports: ['_kit'] },
    'account/late.tsx': { file: 'late-b4.js' },
  };
  writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'account-a1.js'), 'plain');
  writeFileSync(join(folder, 'account-a1.js.br'), 'brotli');
  writeFileSync(join(folder, 'account-c1.css'), 'style');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('an entry loads what it imports, each chunk once', () => {
  expect(entryNamed(webBuild(at())!, 'account')).toEqual({
    script: '/web/assets/account-a1.js',
    modules: ['/web/assets/react-b3.js', '/web/assets/kit-b2.js'],
    styles: ['/web/assets/kit-c2.css', '/web/assets/account-c1.css'],
  });
  expect(entryNamed(webBuild(at())!, 'console')).toBeUndefined();
});

test('files are served compressed if the browser takes that, and for good', () => {
  const { assets } = webBuild(at())!;
  const file = assets.find('/web/assets/account-a1.js', 'gzip, br');
  expect(String(file?.body)).toBe('brotli');
  expect(file?.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const plain = assets.find('/web/assets/account-a1.js', 'gzip');
  expect([String(plain?.body), plain?.headers['content-encoding']]).toEqual(['plain', undefined]);
  for (const path of ['.vite/manifest.json', '../package.json', 'account-a1.js.br', ''])
    expect(assets.find(`/web/assets/${path}`, 'br')).toBeUndefined();
});

test('without a build there is nothing to serve', () => {
  expect(webBuild(at('.vite/'))).toBeUndefined();
});
