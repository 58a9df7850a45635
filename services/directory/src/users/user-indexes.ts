import { together } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { problemWithReason } from '@platform/kit/problem';
import { identifiersOf, unverifiedEmails } from './user-identifiers.ts';
import type { UserRecord } from './user-record.ts';
import { searchTerms } from './user-search.ts';
import {
  deleteIdentifiers,
  insertIdentifiers,
  listIdentifiers,
  replaceSearchTerms,
  replaceUnverifiedEmails,
} from './user-store.ts';

const alreadyExists = (pointer: string) =>
  problemWithReason('already_exists', {
    pointer,
    code: 'already_exists',
    detail: 'is already used by another user',
  });

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);

async function updateIdentifiers(
  tx: Tx,
  before: UserRecord | undefined,
  user: UserRecord,
): Promise<void> {
  const wanted = identifiersOf(user);
  const held = before ? await listIdentifiers(tx, user.id) : [];
  const same = (a: { kind: string; value: string; verified: boolean }, b: typeof a) =>
    a.kind === b.kind && a.value === b.value && a.verified === b.verified;
  await deleteIdentifiers(
    tx,
    user.id,
    held.filter((h) => !wanted.some((w) => same(h, w))),
  );
  const [clash] = await insertIdentifiers(
    tx,
    user.id,
    wanted.filter((w) => !held.some((h) => same(h, w))),
  );
  if (clash) throw alreadyExists(clash.pointer);
}

/**
 * Updates the identifiers and search terms of a user. Most changes touch none of them: rows derived
 * from unchanged members are left alone.
 * @param before the previous user; undefined for a new one
 * @throws 409 with the pointer of a member that another user has
 */
export async function updateIndexes(
  tx: Tx,
  before: UserRecord | undefined,
  user: UserRecord,
): Promise<void> {
  const emails = unverifiedEmails(user);
  const emailsBefore = before ? unverifiedEmails(before) : [];
  const terms = searchTerms(user);
  const termsBefore = before ? searchTerms(before) : [];
  await together([
    updateIdentifiers(tx, before, user),
    isSameList(emailsBefore, emails)
      ? undefined
      : replaceUnverifiedEmails(tx, user.id, emailsBefore, emails),
    isSameList(termsBefore, terms)
      ? undefined
      : replaceSearchTerms(tx, user.id, termsBefore, terms),
  ]);
}
