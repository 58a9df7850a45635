import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { usageError } from '@platform/command-line/failure';
import { optionalText } from '../session/profiles.ts';
import { frameworkNamed, frameworks } from './frameworks.ts';
import type { Framework } from './frameworks.ts';

/** A folder with an application. */
export interface Project {
  folder: string;
  name: string;
  framework: Framework;
  /** Whether its sources are TypeScript. */
  isTyped: boolean;
  /** Whether files whose names end in .js are ES modules. */
  isModule: boolean;
  /** Packages that it depends on already. */
  installed: ReadonlySet<string>;
}

interface Manifest {
  name?: string;
  type?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The files that say what a project is made of. */
interface Manifests {
  npm: Manifest | undefined;
  python: string | undefined;
  go: string | undefined;
}

async function npmManifest(folder: string): Promise<Manifest | undefined> {
  const file = join(folder, 'package.json');
  const text = await optionalText(file);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Manifest;
  } catch (error) {
    throw usageError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

async function manifestsIn(folder: string): Promise<Manifests> {
  const [npm, requirements, pyproject, go] = await Promise.all([
    npmManifest(folder),
    ...['requirements.txt', 'pyproject.toml', 'go.mod'].map((name) =>
      optionalText(join(folder, name)),
    ),
  ]);
  const python = [requirements, pyproject].filter((text) => text !== undefined);
  return { npm, python: python.length > 0 ? python.join('\n') : undefined, go };
}

const packagesOf = ({ npm }: Manifests): Set<string> =>
  new Set(Object.keys({ ...npm?.dependencies, ...npm?.devDependencies }));

/** `fastapi>=0.115`, `"fastapi[standard]",` and `fastapi = "^0.115"`, but not `fastapi-users`. */
const usesFastApi = /^\s*["']?fastapi(?![\w-])/im;
const inlineFastApi = /[[,]\s*["']fastapi(?![\w-])/i;

/** The frameworks that the files name. */
function candidates(manifests: Manifests): string[] {
  const packages = packagesOf(manifests);
  const { npm, python = '', go } = manifests;
  const servers = ['express', 'fastify', 'hono'].filter((name) => packages.has(name));
  const found = [
    ...(packages.has('next') ? ['nextjs'] : servers),
    ...(packages.has('vite') && packages.has('react') ? ['react'] : []),
    ...(usesFastApi.test(python) || inlineFastApi.test(python) ? ['fastapi'] : []),
    ...(go === undefined ? [] : ['go']),
  ];
  return found.length === 0 && npm ? ['node'] : found;
}

const names = frameworks.map(({ name }) => name).join(', ');

function frameworkIn(folder: string, manifests: Manifests, chosen: string | undefined): Framework {
  if (chosen !== undefined) return frameworkNamed(chosen);
  const [first, ...others] = candidates(manifests);
  if (first === undefined)
    throw usageError(
      manifests.python === undefined
        ? `${folder} has no package.json, requirements.txt, pyproject.toml or go.mod. Run the command in the folder of your project, or set --framework to ${names}.`
        : `${folder} does not depend on FastAPI. Set --framework to ${names}.`,
    );
  if (others.length > 0)
    throw usageError(
      `${folder} uses ${[first, ...others].join(' and ')}. Choose one with --framework.`,
    );
  return frameworkNamed(first);
}

/** Reads what a project is made of. @throws Error if it cannot be told */
export async function projectIn(folder: string, chosen: string | undefined): Promise<Project> {
  if (!existsSync(folder)) throw usageError(`There is no folder ${folder}.`);
  const manifests = await manifestsIn(folder);
  const installed = packagesOf(manifests);
  const { npm, go } = manifests;
  return {
    folder,
    name: npm?.name ?? go?.match(/^module\s+(\S+)/m)?.[1] ?? basename(folder),
    framework: frameworkIn(folder, manifests, chosen),
    isTyped: existsSync(join(folder, 'tsconfig.json')) || installed.has('typescript'),
    isModule: npm?.type === 'module',
    installed,
  };
}
