import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const source = fileURLToPath(new URL('../src/', import.meta.url));
const compiler = fileURLToPath(
  new URL('../../../node_modules/typescript/bin/tsc', import.meta.url),
);
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const typeRoots = join(modules, '@types');

const frameworkPaths = Object.fromEntries([
  ...['express', 'fastify', 'hono', 'next'].map((name) => [
    `@platform/sdk/${name}`,
    [join(source, 'frameworks', `${name}.ts`)],
  ]),
  ['express', [join(typeRoots, 'express')]],
  ['fastify', [join(modules, 'fastify')]],
  ['hono', [join(modules, 'hono')]],
]);

/**
 * Compiles programs that use the SDK, by the names of their files. `more`: further compiler options.
 * @returns the errors of the compiler; empty if there are none
 */
export async function compile(files: Record<string, string>, more: object = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-programs-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    types: [],
    typeRoots: [typeRoots],
    allowImportingTsExtensions: true,
    // The declarations of frameworks are theirs.
    skipLibCheck: true,
    ...more,
    paths: {
      '@platform/sdk': [join(source, 'index.ts')],
      '@platform/sdk/client': [join(source, 'client.ts')],
      '@platform/sdk/verify': [join(source, 'verify.ts')],
      ...frameworkPaths,
      '@platform/sdk/*': [join(source, 'generated', 'areas', '*.ts')],
    },
  };
  const project = { compilerOptions, files: Object.keys(files) };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  return run(process.execPath, [compiler, '-p', folder])
    .then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    )
    .finally(() => rmSync(folder, { recursive: true }));
}
