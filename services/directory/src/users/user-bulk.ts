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

/** A new user that is still to be inserted, with everything that is derived from them. */
export interface UserDraft {
  user: UserRecord;
  identifiers: Identifier[];
  uniqueValues: OwnedUniqueValue[];
}

/**
 * Makes a draft of a new user, without a look at the database. The identifiers are those of {@link identifiersOf}, which the
 * caller has from its judgement. Throws 422 for what breaks a rule.
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

/** Those of the drafts whose identifiers belong to another user by now. None of them holds one of theirs. */
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

/** The identifiers first, in the order of all writers: others that want one of them wait here. */
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

/** Who of the drafts clashes, given why they could not be inserted. Rethrows what is no clash. */
async function clashingIn(
  tx: Tx,
  error: unknown,
  drafts: readonly UserDraft[],
): Promise<Set<string>> {
  if (error instanceof Clash) return error.userIds;
  if (brokenUnique(error) !== 'user_identifiers_pkey') throw error;
  const clashing = await outrun(tx, drafts);
  // The rival has given it up since: the whole batch is tried again.
  if (clashing.size === 0) throw error;
  return clashing;
}

/** How users are added. */
export interface Addition {
  importOrigin: string;
  /** Writes what belongs to these users, their events included. It is undone, and repeated for the others, when some of them clash. */
  besides: (drafts: readonly UserDraft[]) => Promise<void>;
}

/**
 * Inserts many users in a handful of statements. Drafts that clash with other users are left out and returned, to be
 * tried one by one; two drafts of one call must not clash with each other.
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
