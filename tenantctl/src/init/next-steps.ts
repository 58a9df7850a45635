import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from './project.ts';
import type { StarterFile } from './starter-files.ts';

const adders: readonly [string, string, string][] = [
  ['pnpm-lock.yaml', 'pnpm add', '--save-dev'],
  ['yarn.lock', 'yarn add', '--dev'],
  ['bun.lock', 'bun add', '--dev'],
  ['bun.lockb', 'bun add', '--dev'],
];

function installCommands({ folder, framework, isTyped, installed }: Project): string[] {
  const { language, packages } = framework;
  if (language === 'python') return [`pip install ${packages.join(' ')}`];
  // Adds what the code imports, directly or not.
  if (language === 'go') return ['go mod tidy'];
  const [, add, dev] = adders.find(([file]) => existsSync(join(folder, file))) ?? [
    '',
    'npm install',
    '--save-dev',
  ];
  const missing = packages.filter((name) => !installed.has(name));
  const needsTsx = isTyped && Object.hasOwn(framework.files, 'server.ts') && !installed.has('tsx');
  return [
    ...(missing.length > 0 ? [`${add} ${missing.join(' ')}`] : []),
    ...(needsTsx ? [`${add} ${dev} tsx`] : []),
  ];
}

function runCommand(
  { framework, isTyped }: Project,
  files: readonly StarterFile[],
  port: string,
): string {
  switch (framework.name) {
    case 'nextjs':
      return 'npx next dev';
    case 'react':
      return 'npx vite';
    case 'fastapi':
      return `uvicorn main:app --env-file .env --port ${port}`;
    case 'go':
      return 'set -a && . ./.env && set +a && go run .';
    default: {
      const server = files.find(({ path }) => /server\.\w+$/.test(path))!.path;
      return `${isTyped ? 'npx tsx' : 'node'} --env-file=.env ${server}`;
    }
  }
}

/** Commands that install what the code needs, and start the application. */
export const nextSteps = (
  project: Project,
  files: readonly StarterFile[],
  url: string,
): string[] => [
  ...installCommands(project),
  runCommand(project, files, new URL(url).port || '443'),
];
