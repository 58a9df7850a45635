import { brokenUnique, savepoint, together } from '@platform/kit/database';
import type { NewEvent, Tx } from '@platform/kit/database';
import { takeUniqueValues, uniqueValuesOf } from '../attribute-schema/attribute-schema.ts';
import type { OwnedUniqueValue } from '../attribute-schema/attribute-schema.ts';
import { addStep, userCounter } from '../counters/counters.ts';
import {
  insertOwnedIdentifiers,
  insertOwnedTerms,
  insertOwnedUnverifiedEmails,
  insertUsers,
  listIdentifierHolders,
} from './user-bulk-store.ts';
import type { OwnedIdentifier } from './user-bulk-store.ts';
import { unverifiedEmails } from './user-identifiers.ts';
import type { Identifier } from './user-identifiers.ts';
import { publishedUser } from './user-record.ts';
import type { UserRecord } from './user-record.ts';
import { searchTerms } from './user-search.ts';
import { newUser } from './user-creation.ts';
import type { NewUser } from './user-creation.ts';
import type { Origin, UserWriting } from './user-writing.ts';

export { listIdentifierHolders } from './user-bulk-store.ts';

/** A new user that has not been inserted, with all derived rows. */
export interface UserDraft {
  user: UserRecord;
  identifiers: Identifier[];
  uniqueValues: OwnedUniqueValue[];
}

/**
 * Creates a draft of a new user without the database. The caller has computed the identifiers with
 * {@link identifiersOf} during validation. @throws 422 if it breaks a rule
 */
export function draftUser(
  given: NewUser,
  identifiers: Identifier[],
  writing: UserWriting,
): UserDraft {
  const user = newUser(given, writing);
  return {
    user,
    identifiers,
    uniqueValues: uniqueValuesOf(writing.schema, user.id, user.metadata),
  };
}

const owned = (drafts: readonly UserDraft[]): OwnedIdentifier[] =>
  drafts.flatMap(({ user, identifiers }) =>
    identifiers.map(({ kind, value, verified, pointer }) => ({
      kind,
      value,
      verified,
      pointer,
      userId: user.id,
    })),
  );

const texts = (drafts: readonly UserDraft[], of: (user: UserRecord) => string[]) =>
  drafts.flatMap(({ user }) => of(user).map((text) => ({ userId: user.id, text })));

/** The drafts whose identifiers now belong to another user. */
async function outrun(tx: Tx, drafts: readonly UserDraft[]): Promise<Set<string>> {
  const identifiers = owned(drafts);
  const holders = await listIdentifierHolders(tx, identifiers);
  const held = new Set(holders.map((h) => `${h.kind} ${h.value}`));
  return new Set(identifiers.filter((i) => held.has(`${i.kind} ${i.value}`)).map((i) => i.userId));
}

class Clash extends Error {
  readonly userIds: Set<string>;
  constructor(userIds: Set<string>) {
    super('another user already has a value that must be unique');
    this.userIds = userIds;
  }
}

async function takeDraftValues(tx: Tx, drafts: readonly UserDraft[]): Promise<void> {
  const values = drafts.flatMap(({ uniqueValues }) => uniqueValues);
  const clashing = await takeUniqueValues(tx, values);
  if (clashing.size > 0) throw new Clash(clashing);
}

/** Inserts identifiers first, in an order that all writers share: competing writers wait here. */
const insertDrafts = (
  tx: Tx,
  drafts: readonly UserDraft[],
  { importOrigin, besides }: Addition,
): Promise<void> =>
  together([
    insertOwnedIdentifiers(tx, owned(drafts)),
    takeDraftValues(tx, drafts),
    insertUsers(
      tx,
      drafts.map(({ user }) => user),
      importOrigin,
    ),
    insertOwnedTerms(tx, texts(drafts, searchTerms)),
    insertOwnedUnverifiedEmails(tx, texts(drafts, unverifiedEmails)),
    addStep(tx, userCounter, drafts.length),
    besides(drafts),
  ]);

/** The drafts that conflict, given the error of their insertion. Rethrows any other error. */
async function clashingIn(
  tx: Tx,
  error: unknown,
  drafts: readonly UserDraft[],
): Promise<Set<string>> {
  if (error instanceof Clash) return error.userIds;
  if (brokenUnique(error) !== 'user_identifiers_pkey') throw error;
  const clashing = await outrun(tx, drafts);
  // The competing user has since lost the identifier: the whole batch is retried.
  if (clashing.size === 0) throw error;
  return clashing;
}

export interface Addition {
  importOrigin: string;
  /**
   * Writes what belongs to these users, including events. It is rolled back, and repeated for the
   * others, if some of them conflict.
   */
  besides: (drafts: readonly UserDraft[]) => Promise<void>;
}

/**
 * Inserts many users in a few statements. Drafts that conflict with other users are skipped and
 * returned, to be tried individually. Two drafts of one call must not conflict with each other.
 */
export async function addUsers(
  tx: Tx,
  drafts: readonly UserDraft[],
  addition: Addition,
): Promise<{ added: UserDraft[]; clashing: UserDraft[] }> {
  let left = [...drafts];
  while (left.length > 0) {
    try {
      await savepoint(tx, () => insertDrafts(tx, left, addition));
      break;
    } catch (error) {
      const clashing = await clashingIn(tx, error, left);
      left = left.filter(({ user }) => !clashing.has(user.id));
    }
  }
  const added = new Set(left);
  return { added: left, clashing: drafts.filter((draft) => !added.has(draft)) };
}

/** The event of a new user. */
export const userCreated = (
  user: UserRecord,
  schema: UserWriting['schema'],
  origin: Origin,
): NewEvent => ({
  type: 'user.created',
  subject: { type: 'user', id: user.id },
  data: { user: publishedUser(user, schema), origin },
});
