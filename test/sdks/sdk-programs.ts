import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const here = join(root, 'test/sdks');
const cache = join(root, '.platform/sdks');
const generated = (language: string): string => join(root, 'sdks/generated', language);

/** A program that uses an SDK: how it is started. */
export interface SdkProgram {
  command: string;
  args: string[];
}

const generate = (language: string): Promise<unknown> =>
  run(process.execPath, [join(root, 'sdks/generator/generate.js'), language], { cwd: root });

/** The interpreter of a virtual environment with the SDK, installed as its package. `packages`: what a program needs besides. */
async function pythonEnvironment(packages: readonly string[]): Promise<string> {
  const folder = join(cache, 'python');
  const python = join(folder, 'bin/python');
  const project = join(generated('python'), 'pyproject.toml');
  const wanted = `${readFileSync(project, 'utf8')}${packages.join()}`;
  const installed = join(folder, 'installed.txt');
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
    rmSync(folder, { recursive: true, force: true });
    await run('python3', ['-m', 'venv', folder]);
    await run(python, [...pip, 'hatchling', ...packages, generated('python')]);
    writeFileSync(installed, wanted);
  }
  await run(python, [
    ...pip,
    '--no-deps',
    '--no-build-isolation',
    '--force-reinstall',
    generated('python'),
  ]);
  return python;
}

/** Builds the Python SDK and checks the types of the program. */
async function preparePython(): Promise<SdkProgram> {
  await generate('python');
  const python = await pythonEnvironment(['mypy']);
  const program = join(here, 'program.py');
  const types = ['-m', 'mypy', '--strict', '--cache-dir', join(cache, 'mypy'), program];
  await run(python, types, { cwd: generated('python') });
  return { command: python, args: [program] };
}

/** Builds the Go SDK and the program. */
async function prepareGo(): Promise<SdkProgram> {
  await generate('go');
  const folder = join(generated('go'), 'internal/program');
  mkdirSync(folder, { recursive: true });
  cpSync(join(here, 'program.go'), join(folder, 'main.go'));
  const program = join(cache, 'go-program');
  await run('go', ['vet', './...'], { cwd: generated('go') });
  await run('go', ['build', '-o', program, './internal/program'], { cwd: generated('go') });
  return { command: program, args: [] };
}

/** What the tools say of a language that is not installed, and of a registry that cannot be reached. */
const absence =
  /(python3|go) is not installed|ensurepip is not available|No matching distribution|dial tcp|no such host|module lookup disabled/;

const isAbsent = (error: unknown): boolean => error instanceof Error && absence.test(error.message);

/** What prepares the program of each language. */
const preparations = { python: preparePython, go: prepareGo };

export type SdkLanguage = keyof typeof preparations;

/** Says why a language cannot be tested here. */
export interface MissingLanguage {
  missing: string;
}

async function unlessMissing<T>(
  language: SdkLanguage,
  work: () => Promise<T>,
): Promise<T | MissingLanguage> {
  try {
    return await work();
  } catch (error) {
    if (!isAbsent(error)) throw error;
    const reason = String(error).slice(0, 400);
    return { missing: `${language} or its packages are not available here: ${reason}` };
  }
}

/** Builds the SDK of a language and the program that uses it. */
export const prepare = (language: SdkLanguage): Promise<SdkProgram | MissingLanguage> =>
  unlessMissing(language, preparations[language]);

/** The folder of the SDK's package. */
export const packageOf = (language: SdkLanguage): Promise<string | MissingLanguage> =>
  unlessMissing(language, async () => {
    await generate(language);
    return generated(language);
  });

/** Python with the SDK's package and a type checker. */
export const pythonWithTypes = (): Promise<{ python: string; sdk: string } | MissingLanguage> =>
  unlessMissing('python', async () => {
    await generate('python');
    return { python: await pythonEnvironment(['mypy']), sdk: generated('python') };
  });

/** Runs a program with JSON as its input. Returns its output, which is JSON too. */
export async function runProgram(
  { command, args }: SdkProgram,
  input: object,
  env: Record<string, string>,
): Promise<unknown> {
  const child = spawn(command, args, { env: { ...process.env, ...env } });
  child.stdin.end(JSON.stringify(input));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (output === '') throw new Error(`the program failed: ${errors}`);
  return JSON.parse(output);
}
