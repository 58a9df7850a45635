import type { IdKind } from '@platform/contracts';
import type { CallResponse, ConditionalOptions, Platform } from '@platform/sdk';
import type { z } from 'zod';
import { valuesAt } from '../members/member-path.ts';
import type { Located } from '../members/member-path.ts';
import { isObject, pick } from '../members/members.ts';
import type { Members } from '../members/members.ts';

/** A member that names a resource of another kind. */
export interface Reference {
  /** Path of the member, in which `*` is each entry, or a function that finds them. */
  at: string | ((members: Members) => Located[]);
  to: AnyKind;
  /** Whether the API accepts the name of something that does not exist. */
  isLoose?: boolean;
}

/** A member that is a secret. */
export interface SecretMember {
  at: string;
  /** A value that the API accepts, to check a file without the secret. */
  example: string;
}

/** What the resources of a kind are listed from. */
export interface TenantView {
  platform: Platform;
  /** Resources of a kind that references of this kind name. */
  found<R extends object>(kind: Kind<R, never, never>): readonly R[];
  /** What files declare of a kind. */
  declared(kindName: string): readonly Members[];
}

interface Write<B> {
  platform: Platform;
  /** The members of {@link Kind.schema}, with ids in place of names. */
  body: B;
  /** The members of {@link Kind.additional}, with ids in place of names. */
  additional: Members;
}

interface Existing<R> {
  id: string;
  resource: R;
  /** The condition that the resource has the version of the plan, where the API takes one. */
  options: ConditionalOptions;
}

/** The creation of a resource. */
export type Creation<B> = Write<B>;

/** The change of a resource. */
export interface Update<R, B, P> extends Write<B>, Existing<R> {
  /** The changed members as a merge patch. */
  patch: P;
}

/** The deletion of a resource. */
export interface Deletion<R> extends Existing<R> {
  platform: Platform;
}

/** The secret of a new resource. */
export interface NewSecretMember {
  /** The member of the response. */
  member: string;
  isMade(members: Members): boolean;
  /** Whether the creation accepts a secret, so that it can be stored before it is used. */
  isOwn?: boolean;
  /** Makes another secret for a resource whose first one was lost. */
  remake?(platform: Platform, id: string): PromiseLike<string>;
}

/** What a kind declares. */
export interface KindDeclaration<R extends object, B, P> {
  /** In addresses and in sentences: `role`, as in `role/approver`. */
  name: string;
  /** Where its files are: `roles.yaml`, or files below `roles/`. */
  path: string;
  /** How an export divides resources into files: the tenant has one, all are in one file, each has a file. */
  layout: 'one' | 'list' | 'files';
  /** Body of the creation. */
  schema: z.ZodType;
  /** Members outside of that body: parameters of the path, and what is set after the creation. */
  additional?: z.ZodObject;
  /** Paths of the members that identify a resource in its tenant, in every tenant. None if there is only one. */
  key: readonly string[];
  /** The id in its place where the API refers to it; `name` if the API refers to it by its key. */
  refersBy: 'name' | IdKind;
  references?: readonly Reference[];
  /** Kinds that have to be there before, although no member names them. */
  after?: readonly AnyKind[];
  secrets?: readonly SecretMember[];
  /** Members that have a value if they are left out, which the schema does not say. */
  defaults?: Members;
  /** Whether null resets a member to a default that is not null. */
  nullResets?: boolean;
  /** Members that are sent with a creation and then never compared. */
  creationOnly?: readonly string[];
  /** Members of the schema that configuration does not have. */
  excluded?: readonly string[];
  sets?: readonly string[];
  /** Members that the API replaces as a whole. */
  whole?: readonly string[];
  /** Members whose absent properties keep their values. */
  partial?: readonly string[];
  /** Members without a default that a file removes by leaving them out. Others keep their values. */
  removable?: readonly string[];
  /** Members that cannot be changed. */
  fixed?: readonly string[];
  /** The only members that can be changed; all if absent. */
  changeable?: readonly string[];
  /** Why a resource cannot be replaced by another one of its name. */
  keepsBecause?(resource: R): string | undefined;
  /** The state that a deletion restores, for what always exists. */
  resetTo?: Members;
  /** Looked up if something refers to it or a file declares it; never exported or deleted for itself. */
  isLookedUp?: boolean;
  /** Writes members in the form that the API returns. */
  canonical?(members: Members): Members;
  /** Asks the API for the form that it would return. */
  prepare?(platform: Platform, members: Members): Promise<Members>;
  /** Drops members that need not be in a file. */
  exported?(members: Members): Members;
  /** Whether the platform, not the tenant, has made it. */
  isBuiltIn?(resource: R): boolean;
  /** Whether files can take over what the platform has made. */
  isAdoptable?: boolean;
  /** Whether there is nothing left that a deletion would change. */
  isDeleted?(members: Members): boolean;
  /** The member of a response that is a new secret, and whether a creation makes one. */
  newSecret?: NewSecretMember;
  id?(resource: R): string;
  list(tenant: TenantView): AsyncIterable<R> | PromiseLike<Iterable<R>>;
  /** Gets one with its version. */
  get?(platform: Platform, resource: R): PromiseLike<CallResponse<R>>;
  /** The members of a resource, with ids. Default: those that the schemas name. */
  project?(resource: R): Members;
  create(creation: Creation<B>): PromiseLike<R>;
  update?(update: Update<R, B, P>): PromiseLike<unknown>;
  delete?(deletion: Deletion<R>): PromiseLike<unknown>;
}

/** Lists the names or ids that a reference has in a resource. */
export const namedBy = ({ at }: Reference, members: Members): Located[] =>
  (typeof at === 'string' ? valuesAt(members, at) : at(members)).filter(
    ({ value }) => typeof value === 'string',
  );

type Defaults =
  | 'references'
  | 'after'
  | 'secrets'
  | 'defaults'
  | 'creationOnly'
  | 'excluded'
  | 'sets'
  | 'whole'
  | 'partial'
  | 'removable'
  | 'fixed'
  | 'id'
  | 'project';

/** A kind of resources: what its files contain, and how the API reads and writes it. */
export interface Kind<R extends object = object, B = Members, P = Members>
  extends
    Omit<KindDeclaration<R, B, P>, Defaults>,
    Required<Pick<KindDeclaration<R, B, P>, Defaults>> {
  /** Names of the members that files can have, in their order. */
  members: readonly string[];
}

/** A kind of any resources. */
export type AnyKind = Kind;

function namesOf(schema: z.ZodType): string[] {
  const { shape, options } = schema as Partial<Record<'shape', object>> & {
    options?: readonly z.ZodType[];
  };
  if (shape) return Object.keys(shape);
  return [...new Set((options ?? []).flatMap(namesOf))];
}

/** Declares a kind of resources with the types of the SDK: of the resource, of its creation and of its update. */
export function defineKind<R extends object, B = Members, P = Partial<B>>(
  declaration: KindDeclaration<R, B, P>,
): Kind<R, B, P> {
  const { schema, additional, key, fixed = [], excluded = [] } = declaration;
  const identifying = key.map((path) => path.replace(/\/.*/, ''));
  const names = [...namesOf(schema), ...Object.keys(additional?.shape ?? {})];
  const members = [...new Set([...identifying, ...fixed, ...names])].filter(
    (name) => !excluded.includes(name),
  );
  return {
    references: [],
    after: [],
    secrets: [],
    defaults: {},
    creationOnly: [],
    sets: [],
    whole: [],
    partial: [],
    removable: [],
    fixed: [],
    id: (resource) => String((resource as { id?: unknown }).id),
    project: (resource) => pick(resource, members),
    ...declaration,
    excluded,
    members,
  };
}

/** Splits members into those of the body and the additional ones. */
export function partsOf(
  { additional }: AnyKind,
  members: Members,
): { body: Members; additional: Members } {
  const names = Object.keys(additional?.shape ?? {});
  const isAdditional = ([name]: [string, unknown]): boolean => names.includes(name);
  const all = Object.entries(members);
  return {
    body: Object.fromEntries(all.filter((entry) => !isAdditional(entry))),
    additional: Object.fromEntries(all.filter(isAdditional)),
  };
}

const memberAt = (members: Members, path: string): unknown =>
  path
    .split('/')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), members);

/** The stable name of a resource: the members that identify it, in its tenant and in every other one. */
export const keyOf = ({ key }: AnyKind, members: Members): string =>
  key
    .map((path) => memberAt(members, path))
    .filter((part) => part !== undefined && part !== null)
    .join('/');

/** `role/approver`, or `branding` for what a tenant has once. */
export const addressOf = ({ name }: AnyKind, key: string): string =>
  key === '' ? name : `${name}/${key}`;
