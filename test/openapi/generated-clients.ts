import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generatedFolder, writeDocument } from './document-file.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const here = fileURLToPath(new URL('.', import.meta.url));

/** A file of a package, whatever the package exports. */
const packageFile = (name: string, path: string): string => {
  const found = require.resolve.paths(name)?.map((folder) => join(folder, name, path)) ?? [];
  return found.find((file) => require('node:fs').existsSync(file)) ?? path;
};

const node = async (file: string, ...args: string[]): Promise<string> =>
  (
    await run(process.execPath, [file, ...args], {
      cwd: generatedFolder,
      maxBuffer: 16 * 1024 * 1024,
    })
  ).stdout;

const strictly = {
  compilerOptions: {
    strict: true,
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    types: ['node'],
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    outDir: 'dist',
  },
  include: ['*.mts', '*.ts', 'hey-api/**/*.ts'],
};

/** The programs that call the API, each with a client of another generator. */
export const callers = ['call-with-openapi-fetch', 'call-with-hey-api'] as const;

/** Generates both clients from the API description and compiles them strictly with the programs that call them. */
export async function compileClients(): Promise<void> {
  rmSync(generatedFolder, { recursive: true, force: true });
  mkdirSync(generatedFolder, { recursive: true });
  const document = writeDocument();
  await Promise.all([
    node(
      packageFile('openapi-typescript', 'bin/cli.js'),
      document,
      '-o',
      join(generatedFolder, 'openapi-typescript.ts'),
    ),
    node(packageFile('@hey-api/openapi-ts', 'bin/run.js'), '-f', join(here, 'hey-api.config.js')),
  ]);
  for (const caller of callers)
    copyFileSync(join(here, `${caller}.mts`), join(generatedFolder, `${caller}.mts`));
  writeFileSync(join(generatedFolder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(generatedFolder, 'tsconfig.json'), JSON.stringify(strictly));
  const compiler = join(dirname(here), '..', 'node_modules', 'typescript', 'bin', 'tsc');
  await node(compiler, '-p', generatedFolder);
}

/** Runs a compiled program; what it printed. */
export const callWith = async (
  caller: (typeof callers)[number],
  args: readonly string[],
): Promise<unknown> =>
  JSON.parse(await node(join(generatedFolder, 'dist', `${caller}.mjs`), ...args));
