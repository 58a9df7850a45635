import { ConfigurationError } from '../files/configuration-error.ts';
import type { FileProblem } from '../files/configuration-error.ts';
import type { Configuration, Declared } from '../files/read-configuration.ts';
import type { AnyKind } from '../kinds/kind.ts';
import { kinds } from '../kinds/kinds.ts';
import { changesOf } from '../members/difference.ts';
import type { MemberChange } from '../members/difference.ts';
import { valuesAt } from '../members/member-path.ts';
import type { Members } from '../members/members.ts';
import { isSecret, secretsIn } from '../members/secret.ts';
import { isInitial } from '../tenant/tenant-state.ts';
import type { Found, TenantState } from '../tenant/tenant-state.ts';
import type { Action, Change, Plan } from './change.ts';
import { danglingReferences, resolvedNames } from './references.ts';

/** What a plan may do. */
export interface PlanOptions {
  /** Whether to delete what no file declares. */
  prune?: boolean;
  /** Names of kinds. Default: all. */
  only?: readonly string[];
}

/** The members to compare. One that files remove by leaving it out is undefined. */
const compared = ({ creationOnly, removable }: AnyKind, members: Members): Members => ({
  ...Object.fromEntries(removable.map((name) => [name, undefined])),
  ...Object.fromEntries(Object.entries(members).filter(([name]) => !creationOnly.includes(name))),
});

/** The differences between a declared resource and the stored one. */
export const differencesOf = (kind: AnyKind, stored: Members, declared: Members): MemberChange[] =>
  changesOf(stored, compared(kind, declared), kind);

const allMembers = (members: Members, side: 'before' | 'after'): MemberChange[] =>
  Object.entries(members).map(([name, value]) => ({
    path: [name],
    before: undefined,
    after: undefined,
    [side]: value,
    isSensitive: secretsIn(value).length > 0,
  }));

/** The changed members that cannot be changed in place. */
const fixedAmong = (
  { fixed, changeable, update }: AnyKind,
  changes: readonly MemberChange[],
): string[] => {
  const names = [...new Set(changes.map(({ path }) => String(path[0])))];
  if (!update) return names;
  return names.filter((name) => (changeable ? !changeable.includes(name) : fixed.includes(name)));
};

interface Context {
  ids: ReadonlyMap<string, string>;
  problems: FileProblem[];
}

const madeFrom = (
  declared: Declared,
  action: Action,
  { ids }: Context,
  of: Partial<Change> = {},
): Change => ({
  action,
  kind: declared.kind,
  key: declared.key,
  address: declared.address,
  members: [],
  names: resolvedNames(declared, ids),
  because: [],
  makesSecret: action !== 'update' && (declared.kind.newSecret?.isMade(declared.members) ?? false),
  declared,
  found: undefined,
  etag: undefined,
  ...of,
});

/** Secrets that a creation or a change has to send, but that the environment does not have. */
function reportAbsentSecrets(change: Change, { problems }: Context): void {
  const { declared, action, members } = change;
  if (!declared) return;
  const names = new Set(members.map(({ path }) => String(path[0])));
  for (const { at } of declared.kind.secrets)
    for (const { path, value } of valuesAt(declared.members, at)) {
      const isSent = action !== 'update' || names.has(String(path[0]));
      if (isSent && isSecret(value) && value.value === undefined)
        problems.push({
          ...declared.placeOf(path),
          message: `The environment has no variable ${value.variable}, which ${declared.address} needs`,
        });
    }
}

/** Why a resource cannot be changed; undefined if it can. */
function refusalOf(
  { kind, address, resource, isManaged }: Found,
  action: Action,
): string | undefined {
  if (kind.isBuiltIn?.(resource) && !kind.isAdoptable)
    return `${address} is built in and cannot be changed`;
  if (!isManaged && !kind.isAdoptable)
    return `${address} makes these calls and is no configuration. Leave it out`;
  return action === 'replace' ? kind.keepsBecause?.(resource) : undefined;
}

function changeOf(
  declared: Declared,
  found: Found | undefined,
  context: Context,
): Change | undefined {
  const { kind, members } = declared;
  if (!found && isInitial(kind, members)) return undefined;
  if (!found)
    return madeFrom(declared, 'create', context, { members: allMembers(members, 'after') });
  const changes = differencesOf(kind, found.members, members);
  if (changes.length === 0) return undefined;
  const because = fixedAmong(kind, changes);
  const action = because.length > 0 ? 'replace' : 'update';
  const refusal = refusalOf(found, action);
  if (refusal !== undefined)
    context.problems.push({ ...declared.placeOf([because[0] ?? '']), message: `${refusal}.` });
  return madeFrom(declared, action, context, { members: changes, because, found });
}

const deletionOf = (found: Found): Change => ({
  action: 'delete',
  kind: found.kind,
  key: found.key,
  address: found.address,
  members: allMembers(found.members, 'before'),
  names: [],
  because: [],
  makesSecret: false,
  declared: undefined,
  found,
  etag: undefined,
});

/** Resources that no file declares. */
function undeclaredOf(
  { resources }: TenantState,
  declared: ReadonlySet<string>,
  only: readonly string[] | undefined,
): Found[] {
  return resources.filter(
    ({ kind, isManaged, address, members }) =>
      isManaged &&
      !declared.has(address) &&
      !kind.isLookedUp &&
      !kind.isDeleted?.(members) &&
      (only?.includes(kind.name) ?? true),
  );
}

function* sameNames(state: TenantState, declared: ReadonlySet<string>): Generator<string> {
  const seen = new Set<string>();
  for (const { address } of state.resources) {
    if (seen.has(address) && declared.has(address)) yield address;
    seen.add(address);
  }
}

function reportUnknown(
  { resources }: Configuration,
  state: TenantState,
  isDeleted: (address: string) => boolean,
): FileProblem[] {
  const known = new Set(
    [
      ...resources.map(({ address }) => address),
      ...state.resources.map(({ address }) => address),
    ].filter((address) => !isDeleted(address)),
  );
  const keysOf = (kind: AnyKind): string[] =>
    [...resources, ...state.resources].filter((one) => one.kind === kind).map(({ key }) => key);
  return danglingReferences(resources, (address) => known.has(address), keysOf);
}

/**
 * Compares a tenant with what files declare.
 * @throws ConfigurationError if a name refers to nothing, a change is not possible, or a secret is absent
 */
export function planOf(
  state: TenantState,
  configuration: Configuration,
  { prune = false, only }: PlanOptions = {},
): Plan {
  const addresses = new Set(configuration.resources.map(({ address }) => address));
  const ids = new Map(state.resources.map(({ address, id }) => [address, id]));
  const stored = new Map(state.resources.map((found) => [found.address, found]));
  const undeclared = undeclaredOf(state, addresses, only);
  const deletable = undeclared.filter(({ kind }) => kind.delete);
  const deleted = new Set(prune ? deletable.map(({ address }) => address) : []);
  const problems = reportUnknown(configuration, state, (address) => deleted.has(address));
  const context: Context = { ids, problems };
  const changes = configuration.resources.flatMap(
    (one) => changeOf(one, stored.get(one.address), context) ?? [],
  );
  for (const change of changes) reportAbsentSecrets(change, context);
  for (const address of sameNames(state, addresses))
    problems.push({
      ...placeOf(configuration, address),
      message: `The tenant has more than one ${address}. Rename all but one of them`,
    });
  if (problems.length > 0) throw new ConfigurationError(problems);
  const position = ({ kind }: { kind: AnyKind }): number => kinds.indexOf(kind);
  const names = (list: readonly Found[]): string[] => list.map(({ address }) => address);
  return {
    changes: [
      ...changes.sort((a, b) => position(a) - position(b)),
      ...(prune ? deletable.map(deletionOf).sort((a, b) => position(b) - position(a)) : []),
    ],
    undeclared: prune ? [] : names(deletable),
    permanent: names(undeclared.filter(({ kind }) => !kind.delete)),
    ids,
  };
}

const placeOf = ({ resources }: Configuration, address: string) =>
  resources.find((one) => one.address === address)?.placeOf([]) ?? { file: '', line: 1, column: 1 };
