import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { catalogue, operationTagOf } from '@platform/contracts';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { runsLongTests } from '@platform/testkit/long-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderedSite, samplesIn, sectionOf } from '../docs/site.ts';
import { packageOf, pythonWithTypes } from './sdk-programs.ts';

const run = promisify(execFile);
const folder = temporaryFolder('samples-');
let samples: { operationId: string; label: string; code: string }[];

beforeAll(async () => {
  const files = await renderedSite();
  samples = catalogue.flatMap(({ operationId, operation: { path } }) => {
    const page = `reference/${operationTagOf(path).toLowerCase().replaceAll(' ', '-')}.html`;
    return samplesIn(sectionOf(files.get(page) ?? '', operationId)).map((sample) => ({
      operationId,
      ...sample,
    }));
  });
});
afterAll(() => folder.remove());

const inLanguage = (label: string) => samples.filter((sample) => sample.label === label);

/** What a tool says of a program; empty if it has no faults. */
const complaints = (command: string, args: string[], cwd: string): Promise<string> =>
  run(command, args, { cwd, maxBuffer: 64 * 1024 ** 2 }).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );

describe.runIf(runsLongTests)('samples of the reference', () => {
  it('in Python have the types of the SDK', { timeout: 600_000 }, async ({ skip }) => {
    const found = await pythonWithTypes();
    if ('missing' in found) return skip(found.missing);
    const functions = inLanguage('Python').map(({ operationId, code }) => {
      const body = code.split('\n').map((line) => (line === '' ? line : `    ${line}`));
      return `def ${operationId}() -> None:\n${body.join('\n')}\n`;
    });
    const program = join(folder.path, 'samples.py');
    writeFileSync(program, functions.join('\n\n'));
    const args = ['-m', 'mypy', '--strict', '--cache-dir', join(folder.path, 'mypy'), program];
    expect(await complaints(found.python, args, found.sdk)).toBe('');
  });

  it('in Go compile with the SDK', { timeout: 600_000 }, async ({ skip }) => {
    const sdk = await packageOf('go');
    if (typeof sdk !== 'string') return skip(sdk.missing);
    const packages = new Set<string>();
    const functions = inLanguage('Go').map(({ operationId, code }) => {
      const [, imports = ''] = /^import \(\n([^)]*)\)$/m.exec(code) ?? [];
      for (const [, name = ''] of imports.matchAll(/\t"([^"]+)"/g)) packages.add(name);
      return code
        .replace(/^package main\n/, '')
        .replace(/^import \([^)]*\)$/m, '')
        .replace('func main()', `func ${operationId}()`);
    });
    const at = join(sdk, 'internal/samples');
    mkdirSync(at, { recursive: true });
    const imports = [...packages].map((name) => `\t"${name}"`).join('\n');
    const head = `package samples\n\nimport (\n${imports}\n\n\tplatform "example.com/platform-go"\n)\n`;
    writeFileSync(join(at, 'samples.go'), head + functions.join('\n'));
    const said = await complaints('go', ['build', './internal/samples'], sdk);
    rmSync(at, { recursive: true });
    expect(said).toBe('');
  });
});
