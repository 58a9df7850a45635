import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { addressOf, keyOf } from '../kinds/kind.ts';
import type { AnyKind } from '../kinds/kind.ts';
import { kinds } from '../kinds/kinds.ts';
import type { Path } from '../members/member-path.ts';
import type { Members } from '../members/members.ts';
import { checkedMembers } from './checked-members.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { FileProblem, Place } from './configuration-error.ts';
import type { Environment } from './environment.ts';
import { advice } from './nearest-name.ts';
import { parseYaml } from './yaml-file.ts';
import type { YamlFile } from './yaml-file.ts';

/** One resource that files declare. */
export interface Declared {
  kind: AnyKind;
  key: string;
  /** `role/approver`. */
  address: string;
  /** All members that have a value, with their defaults. */
  members: Members;
  /** The place of a member in its file. */
  placeOf(path: Path): Place;
}

/** What a folder declares. */
export interface Configuration {
  resources: readonly Declared[];
}

/** How a folder is read. */
export interface ReadOptions {
  /** The variables that `${env:NAME}` refers to. Default: those of the process. */
  environment?: Environment;
  /** What happens if a variable is absent outside of a secret: it is a fault, or the reference is kept. Default: `refuse`. */
  absent?: 'refuse' | 'keep';
}

const isYaml = (name: string): boolean => /\.ya?ml$/.test(name);

async function yamlFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && isYaml(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
    .sort();
}

/** The kind of the resources in a file, by its path in the folder. */
export function kindOfFile(file: string): AnyKind | undefined {
  if (!isYaml(file)) return undefined;
  const path = file.replace(/\.ya?ml$/, '');
  return kinds
    .filter((kind) => path === kind.path || path.startsWith(`${kind.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

function unknownFile(file: string): FileProblem {
  const [, folder = file] = /^(.*?)(?:\/[^/]*)?$/.exec(file.replace(/\.ya?ml$/, '')) ?? [];
  const hint = advice(
    folder,
    kinds.map(({ path }) => path),
  );
  return { file, line: 1, column: 1, message: `No kind of resources has this path.${hint}` };
}

/** The resources of a file: it is one, or a list of them. */
const entriesOf = ({ value }: YamlFile): { path: Path; value: unknown }[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value)
    ? value.map((entry: unknown, index) => ({ path: [index], value: entry }))
    : [{ path: [], value }];
};

function declaredIn(
  kind: AnyKind,
  file: YamlFile,
  options: Required<ReadOptions>,
  problems: FileProblem[],
): Declared[] {
  return entriesOf(file).flatMap(({ path, value }): Declared[] => {
    const placeOf = (member: Path): Place => file.placeOf([...path, ...member]);
    const report = (member: Path, message: string): void => {
      problems.push({ ...placeOf(member), message });
    };
    const members = checkedMembers(kind, value, { ...options, report });
    if (!members) return [];
    const absent = kind.key.filter((name) => !name.includes('/') && members[name] === undefined);
    if (absent.length === kind.key.length && kind.key.length > 0) {
      report([], `${absent.join(' and ')} must be present: it is the name of the ${kind.name}`);
      return [];
    }
    const key = keyOf(kind, members);
    return [{ kind, key, address: addressOf(kind, key), members, placeOf }];
  });
}

function* duplicates(resources: readonly Declared[]): Generator<FileProblem> {
  const seen = new Map<string, Declared>();
  for (const one of resources) {
    const first = seen.get(one.address);
    seen.set(one.address, first ?? one);
    if (!first) continue;
    const { file, line } = first.placeOf([]);
    yield { ...one.placeOf([]), message: `${one.address} is already in ${file}:${line}` };
  }
}

/**
 * Reads files of configuration, and checks types, names of members and references to the environment.
 * @param files their texts, by path in the folder
 * @throws ConfigurationError with each fault and its file, line and column
 */
export function configurationOf(
  files: Readonly<Record<string, string>>,
  { environment = process.env, absent = 'refuse' }: ReadOptions = {},
): Configuration {
  const problems: FileProblem[] = [];
  const resources: Declared[] = [];
  for (const [name, text] of Object.entries(files)) {
    const kind = kindOfFile(name);
    if (!kind) {
      problems.push(unknownFile(name));
      continue;
    }
    const file = parseYaml(name, text);
    problems.push(...file.problems);
    resources.push(...declaredIn(kind, file, { environment, absent }, problems));
  }
  problems.push(...duplicates(resources));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { resources };
}

/**
 * Reads a folder of YAML files, and checks types, names of members and references to the environment.
 * @param folder path of the folder
 * @returns what the files declare
 * @throws ConfigurationError with each fault and its file, line and column
 */
export async function readConfiguration(
  folder: string,
  options: ReadOptions = {},
): Promise<Configuration> {
  const names = await yamlFiles(folder);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return configurationOf(
    Object.fromEntries(names.map((name, i) => [name, texts[i] ?? ''])),
    options,
  );
}
