import type { Declared } from '../files/read-configuration.ts';
import type { AnyKind } from '../kinds/kind.ts';
import type { MemberChange } from '../members/difference.ts';
import type { Path } from '../members/member-path.ts';
import type { Found } from '../tenant/tenant-state.ts';

export type Action = 'create' | 'update' | 'replace' | 'delete';

/** A name in a member, and the id of the resource. */
export interface ResolvedName {
  path: Path;
  address: string;
  /** Undefined if the resource is created by the same plan. */
  id: string | undefined;
}

/** One change of a tenant. */
export interface Change {
  action: Action;
  kind: AnyKind;
  key: string;
  /** `role/approver`. */
  address: string;
  /** The members that differ. Of a creation or a deletion, all of them. */
  members: readonly MemberChange[];
  /** The ids of what these members name. */
  names: readonly ResolvedName[];
  /** Members that cannot be changed, which are why the resource is replaced. */
  because: readonly string[];
  /** Whether a creation makes a secret. */
  makesSecret: boolean;
  declared: Declared | undefined;
  found: Found | undefined;
  /** The version that the plan was made for, if the API has one. */
  etag: string | undefined;
}

/** What to change, and what would be deleted with `prune`. */
export interface Plan {
  /** In the order in which they are applied. */
  changes: readonly Change[];
  /** Addresses of resources that no file declares, if nothing is to be deleted. */
  undeclared: readonly string[];
  /** Addresses of resources that no file declares and no operation deletes. */
  permanent: readonly string[];
  /** Ids by address, of what the plan has seen. */
  ids: ReadonlyMap<string, string>;
}
