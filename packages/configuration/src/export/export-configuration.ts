import { isId } from '@platform/contracts';
import type { Platform } from '@platform/sdk';
import { printedYaml } from '../files/printed-yaml.ts';
import type { Configuration } from '../files/read-configuration.ts';
import { eachOf } from '../tenant/each-of.ts';
import { namedBy } from '../kinds/kind.ts';
import type { AnyKind } from '../kinds/kind.ts';
import { kinds } from '../kinds/kinds.ts';
import { differencesOf } from '../plan/plan-of.ts';
import { secretsIn } from '../members/secret.ts';
import { readTenant } from '../tenant/tenant-state.ts';
import type { Found, StateOptions, TenantState } from '../tenant/tenant-state.ts';
import { exportedMembers } from './exported-members.ts';
import { fileNames } from './file-names.ts';

/** How a tenant is exported. */
export interface ExportOptions extends StateOptions {
  /** An earlier export. Keeps what the API does not return: the names of variables, and the tests of the relationship model. */
  before?: Configuration;
}

/** The files of an export. */
export interface ExportedConfiguration {
  /** Texts by path, relative to the folder. */
  files: Readonly<Record<string, string>>;
  /** Names of the kinds that it contains all resources of. */
  kinds: readonly string[];
  /** What the files cannot express. */
  warnings: readonly string[];
}

/** Keeps a member as a file has written it, such as a model with its comments, if the API returns the same for it. */
async function asWritten(
  platform: Platform,
  found: Found,
  before: Configuration | undefined,
): Promise<Found> {
  const { kind, address, members } = found;
  const declared = before?.resources.find((one) => one.address === address);
  if (!declared || !kind.prepare) return found;
  const prepared = await kind.prepare(platform, declared.members);
  const isKept = differencesOf(kind, members, prepared).length === 0;
  return isKept ? { ...found, members: { ...members, ...declared.members } } : found;
}

function filesOf(
  kind: AnyKind,
  resources: readonly Found[],
  before: Configuration | undefined,
): [string, string][] {
  const sorted = resources.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const written = sorted.map((found) => ({ found, members: exportedMembers(found, before) }));
  if (kind.layout === 'list')
    return [[`${kind.path}.yaml`, printedYaml(written.map(({ members }) => members))]];
  if (kind.layout === 'one')
    return written.map(({ members }) => [`${kind.path}.yaml`, printedYaml(members)]);
  const names = fileNames(sorted.map(({ key }) => key));
  return written.map(({ found, members }) => [
    `${kind.path}/${names.get(found.key)}.yaml`,
    printedYaml(members),
  ]);
}

/** Names that are still ids: of something that has been deleted. */
const lostReferences = ({ kind, members, address }: Found): string[] =>
  kind.references.flatMap((reference) => {
    const { refersBy } = reference.to;
    if (refersBy === 'name') return [];
    return namedBy(reference, members)
      .filter(({ value }) => isId(refersBy, value))
      .map(({ value }) => `${address} refers to ${String(value)}, which does not exist.`);
  });

const guessedSecrets = ({ members, address }: Found): string[] =>
  secretsIn(members).some(({ form }) => form !== undefined)
    ? [`The API does not return the type of the credentials of ${address}. Check it.`]
    : [];

const sameNames = ({ resources }: TenantState): string[] => {
  const all = resources.map(({ address }) => address);
  const twice = new Set(all.filter((address, index) => all.indexOf(address) !== index));
  return [...twice].map(
    (address) => `There is more than one ${address}. Rename all but one before you plan.`,
  );
};

/** Writes resources as files. */
export function filesOfResources(
  resources: readonly Found[],
  before?: Configuration,
): Record<string, string> {
  const files = kinds.flatMap((kind) => {
    const ofKind = resources.filter((found) => found.kind === kind);
    return ofKind.length === 0 ? [] : filesOf(kind, ofKind, before);
  });
  return Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Reads a tenant's settings as YAML files, with stable names in place of ids, and references to the environment in place of secrets.
 * @param platform the SDK with a token of the tenant
 */
export async function exportConfiguration(
  platform: Platform,
  { before, ...options }: ExportOptions = {},
): Promise<ExportedConfiguration> {
  const state = await readTenant(platform, before?.resources ?? [], options);
  const managed = state.resources.filter(
    ({ kind, isManaged }) => isManaged && (options.only?.includes(kind.name) ?? true),
  );
  const exported = await eachOf(managed, (found) => asWritten(platform, found, before));
  return {
    files: filesOfResources(exported, before),
    kinds: options.only ?? kinds.map(({ name }) => name),
    warnings: [
      ...sameNames(state),
      ...exported.flatMap((found) => [...lostReferences(found), ...guessedSecrets(found)]),
    ],
  };
}
