import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectIn } from './project.ts';
import { starterFiles } from './starter-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'project-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const npm = (...names: string[]) =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '*'])) });

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

describe('a project', () => {
  it.each<[string, Record<string, string>]>([
    ['nextjs', { 'package.json': npm('next', 'react', 'react-dom') }],
    ['express', { 'package.json': npm('express') }],
    ['fastify', { 'package.json': npm('fastify') }],
    ['hono', { 'package.json': npm('hono') }],
    ['react', { 'package.json': npm('vite', 'react') }],
    ['node', { 'package.json': npm('left-pad') }],
    ['fastapi', { 'requirements.txt': 'httpx\nfastapi>=0.115\n' }],
    ['fastapi', { 'requirements.txt': 'fastapi[standard]==0.120.0' }],
    ['fastapi', { 'pyproject.toml': '[project]\ndependencies = ["fastapi[standard]>=0.115"]\n' }],
    ['fastapi', { 'pyproject.toml': '[tool.poetry.dependencies]\nfastapi = "^0.115"\n' }],
    ['go', { 'go.mod': 'module example.com/shop\n\ngo 1.24\n' }],
  ])('is recognized as %s', async (name, files) => {
    write(files);
    expect((await projectIn(folder, undefined)).framework.name).toBe(name);
  });

  it('that uses something else of that name is not recognized', async () => {
    write({ 'requirements.txt': 'fastapi-users\n' });
    await expect(projectIn(folder, undefined)).rejects.toThrow('does not depend on FastAPI');
  });

  it('with a damaged manifest is refused', async () => {
    write({ 'package.json': '{' });
    await expect(projectIn(folder, undefined)).rejects.toThrow('is not JSON');
  });

  it('gets files in its language and module system', async () => {
    const paths = async (manifest: object) => {
      write({ 'package.json': JSON.stringify({ dependencies: { express: '5' }, ...manifest }) });
      return starterFiles(await projectIn(folder, undefined)).map(({ path }) => path);
    };
    expect(await paths({})).toContain('server.mjs');
    expect(await paths({ type: 'module' })).toContain('server.js');
    expect(await paths({ devDependencies: { typescript: '5' } })).toContain('server.ts');
  });

  it('without "type": "module" imports files with the name that they have', async () => {
    write({ 'package.json': npm('express') });
    const files = starterFiles(await projectIn(folder, undefined));
    const server = files.find(({ path }) => path === 'server.mjs');
    expect(server?.text).toContain("from './auth.mjs'");
    expect(server?.text).not.toContain(".js'");
  });
});
