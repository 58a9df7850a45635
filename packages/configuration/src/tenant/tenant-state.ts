import { isProblem } from '@platform/sdk';
import type { Platform } from '@platform/sdk';
import type { Declared } from '../files/read-configuration.ts';
import { eachOf } from './each-of.ts';
import { addressOf, keyOf, namedBy } from '../kinds/kind.ts';
import type { AnyKind, TenantView } from '../kinds/kind.ts';
import { kinds } from '../kinds/kinds.ts';
import { isSame } from '../members/difference.ts';
import { withValueAt } from '../members/member-path.ts';
import { pick, withoutUndefined } from '../members/members.ts';
import type { Members } from '../members/members.ts';

/** A resource of a tenant. */
export interface Found {
  kind: AnyKind;
  id: string;
  key: string;
  address: string;
  /** Its members, with names in place of ids. */
  members: Members;
  /** The response of the API. */
  resource: object;
  /** Whether it is configuration of the tenant, and not of the platform. */
  isManaged: boolean;
}

/** The configuration of a tenant as it is now. */
export interface TenantState {
  resources: readonly Found[];
}

/** Which part of a tenant is read. */
export interface StateOptions {
  /** Names of kinds. Default: all. */
  only?: readonly string[];
  /** Addresses that are left alone, such as that of the application that makes the calls. */
  exclude?: readonly string[];
}

async function collected(
  list: AsyncIterable<object> | PromiseLike<Iterable<object>>,
): Promise<object[]> {
  if (!(Symbol.asyncIterator in list)) return [...(await list)];
  const entries: object[] = [];
  for await (const entry of list) entries.push(entry);
  return entries;
}

type Raw = Map<AnyKind, object[]>;

/** Lists the resources of each kind. */
async function listAll(
  platform: Platform,
  declared: readonly Declared[],
  { exclude, needed }: { exclude: ReadonlySet<string>; needed: readonly AnyKind[] },
): Promise<Raw> {
  const raw: Raw = new Map();
  const tenant: TenantView = {
    platform,
    found: (kind) => {
      const any = kind as unknown as AnyKind;
      const isKept = (one: object): boolean =>
        !exclude.has(addressOf(any, keyOf(any, any.project(one))));
      return (raw.get(any) ?? []).filter(isKept) as never;
    },
    declared: (name) =>
      declared.filter(({ kind }) => kind.name === name).map(({ members }) => members),
  };
  const lists = new Map<AnyKind, Promise<unknown>>();
  const list = async (kind: AnyKind): Promise<void> => {
    await Promise.all(kind.references.flatMap(({ to }) => lists.get(to) ?? []));
    if (!kind.isLookedUp) raw.set(kind, await collected(kind.list(tenant)));
  };
  for (const kind of needed) lists.set(kind, list(kind));
  await Promise.all(lists.values());
  return raw;
}

interface Wanted {
  ids: Set<string>;
  names: Set<string>;
}

/** The resources of a kind that others name: in the tenant by id, in files by key. */
function wantedOf(kind: AnyKind, raw: Raw, declared: readonly Declared[]): Wanted {
  const namesIn = (of: AnyKind, members: Members): string[] =>
    of.references
      .filter(({ to }) => to === kind)
      .flatMap((reference) => namedBy(reference, members).map(({ value }) => String(value)));
  const ids = [...raw].flatMap(([of, resources]) =>
    resources.flatMap((one) => namesIn(of, of.project(one))),
  );
  const names = declared.flatMap((one) => [
    ...namesIn(one.kind, one.members),
    ...(one.kind === kind ? [one.key] : []),
  ]);
  return { ids: new Set(ids), names: new Set(names) };
}

/** Finds resources of a kind that can have very many. */
async function lookUp(
  platform: Platform,
  kind: AnyKind,
  { ids, names }: Wanted,
): Promise<object[]> {
  const missing = (error: unknown): undefined => {
    if (isProblem(error, 'not_found')) return undefined;
    throw error;
  };
  const byId = await eachOf([...ids], (id) =>
    kind.get
      ? Promise.resolve(kind.get(platform, { id })).then(({ value }) => value, missing)
      : Promise.resolve(undefined),
  );
  const found = new Map(byId.flatMap((one) => (one ? [[kind.id(one), one] as const] : [])));
  const keys = (): Set<string> =>
    new Set([...found.values()].map((one) => keyOf(kind, kind.project(one))));
  const open = new Set([...names].filter((name) => !keys().has(name)));
  if (open.size === 0) return [...found.values()];
  const tenant: TenantView = { platform, found: () => [], declared: () => [] };
  for await (const one of kind.list(tenant) as AsyncIterable<object>) {
    const key = keyOf(kind, kind.project(one));
    if (open.delete(key)) found.set(kind.id(one), one);
    if (open.size === 0) break;
  }
  return [...found.values()];
}

/** Writes names in place of the ids of a resource. An id of something that no longer exists is kept. */
function withNames(kind: AnyKind, members: Members, keys: ReadonlyMap<string, string>): Members {
  return kind.references
    .filter(({ to }) => to.refersBy !== 'name')
    .flatMap((reference) => namedBy(reference, members))
    .reduce<unknown>(
      (named, { path, value }) => withValueAt(named, path, keys.get(String(value)) ?? value),
      members,
    ) as Members;
}

/** The members of a resource in the form that files have. */
export const membersOf = (
  kind: AnyKind,
  resource: object,
  keys: ReadonlyMap<string, string>,
): Members => withNames(kind, withoutUndefined(pick(kind.project(resource), kind.members)), keys);

/** Whether members are those that a deletion restores. */
export const isInitial = ({ resetTo }: AnyKind, members: Members): boolean =>
  resetTo !== undefined &&
  Object.entries(resetTo).every(([name, value]) => isSame(members[name], value));

/** The keys of resources by their ids. */
export const keysById = (resources: readonly Found[]): Map<string, string> =>
  new Map(resources.map(({ id, key }) => [id, key]));

/** Reads the configuration of a tenant. */
export async function readTenant(
  platform: Platform,
  declared: readonly Declared[],
  { only, exclude = [] }: StateOptions = {},
): Promise<TenantState> {
  const excluded = new Set(exclude);
  const needed = neededKinds(only, declared);
  const raw = await listAll(platform, declared, { exclude: excluded, needed });
  for (const kind of needed.filter(({ isLookedUp }) => isLookedUp))
    raw.set(kind, await lookUp(platform, kind, wantedOf(kind, raw, declared)));
  const resources: Found[] = [];
  const keys = new Map<string, string>();
  for (const kind of needed)
    for (const resource of raw.get(kind) ?? []) {
      const members = membersOf(kind, resource, keys);
      if (isInitial(kind, members)) continue;
      const [id, key] = [kind.id(resource), keyOf(kind, members)];
      const address = addressOf(kind, key);
      const isManaged = !kind.isBuiltIn?.(resource) && !excluded.has(address);
      keys.set(id, key);
      resources.push({ kind, id, key, address, members, resource, isManaged });
    }
  return { resources };
}

/** The kinds to list: those that are asked for, with those that they refer to. */
function neededKinds(
  only: readonly string[] | undefined,
  declared: readonly Declared[],
): readonly AnyKind[] {
  if (!only) return kinds;
  const names = new Set([...only, ...declared.map(({ kind }) => kind.name)]);
  const needed = new Set<AnyKind>();
  const add = (kind: AnyKind): void => {
    if (needed.has(kind)) return;
    needed.add(kind);
    for (const { to } of kind.references) add(to);
  };
  for (const kind of kinds) if (names.has(kind.name)) add(kind);
  return kinds.filter((kind) => needed.has(kind));
}
