import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Project } from './project.ts';

/** A file of the sign-in. */
export interface StarterFile {
  /** Relative to the project. */
  path: string;
  text: string;
  /** `exists` is a file with another content, which is left alone. */
  state: 'missing' | 'exists' | 'unchanged';
}

const templates = fileURLToPath(new URL('../../templates/', import.meta.url));

/** Without `"type": "module"`, files whose names end in .js are not ES modules. */
const needsModuleName = ({ framework, isTyped, isModule }: Project): boolean =>
  !isTyped && !isModule && !['nextjs', 'react'].includes(framework.name);

/** Frameworks find these folders below `src` as well. */
function folderOf({ folder, framework }: Project): string {
  if (framework.name === 'nextjs') return existsSync(join(folder, 'src', 'app')) ? 'src' : '';
  const isServer = Object.hasOwn(framework.files, 'server.ts');
  return isServer && existsSync(join(folder, 'src')) ? 'src' : '';
}

function starterFile(project: Project, name: string, template: string): StarterFile {
  const isScript = /\.tsx?$/.test(name) && !project.isTyped;
  const script = (file: string): string =>
    isScript ? file.replace(/\.ts(x?)$/, needsModuleName(project) ? '.mjs' : '.js$1') : file;
  const source = isScript ? join('javascript', template.replace(/\.ts(x?)$/, '.js$1')) : template;
  const read = readFileSync(join(templates, source), 'utf8');
  const text = needsModuleName(project)
    ? read.replace(/(from '\.\/[\w-]+)\.js'/g, "$1.mjs'")
    : read;
  const path = join(folderOf(project), script(name));
  const target = join(project.folder, path);
  if (!existsSync(target)) return { path, text, state: 'missing' };
  return { path, text, state: readFileSync(target, 'utf8') === text ? 'unchanged' : 'exists' };
}

/** The files of the sign-in of a project, and which of them it has. */
export const starterFiles = (project: Project): StarterFile[] =>
  Object.entries(project.framework.files).map(([name, template]) =>
    starterFile(project, name, template),
  );

/** Writes a file, completely or not at all. @throws Error if it exists */
export function writeStarterFile(folder: string, { path, text }: StarterFile): void {
  const target = join(folder, path);
  const draft = `${target}.part`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(draft, text);
  // Unlike a renaming, a link replaces no file that was created in the meantime.
  linkSync(draft, target);
  rmSync(draft);
}
