import { isId } from '@platform/contracts';
import type { RequestSubject } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { RpcPeer } from '@platform/kit/grpc';
import { invalid } from '@platform/kit/problem';
import type { SubjectHash } from '../subject-hash.ts';

export interface SubjectIdentifier {
  type: string;
  value: string;
}

/** The person of a request. */
export interface ResolvedSubject {
  type: RequestSubject['type'];
  /** Null for people with consents and no account. */
  userId: string | null;
  /** All identifiers of the person, including the user id. */
  identifiers: SubjectIdentifier[];
}

/** Finds the person of a request. @throws 422 unless there is exactly one; 503 while the directory is unavailable */
export type ResolveSubject = (
  asked: RequestSubject,
  scope: { tenantId: string; read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> },
) => Promise<ResolvedSubject>;

const absent = () => invalid('/subject/value', 'not_found', 'does not match any user');

/** Addresses and user names are case-insensitive. */
const comparable = ({ type, value }: SubjectIdentifier): string =>
  type === 'email' || type === 'username' ? value.toLowerCase() : value;

/** Returns the pseudonym of an identifier. A user id has the same hash as in its consents. */
export const identifierHash = (
  subjectHash: SubjectHash,
  tenantId: string,
  identifier: SubjectIdentifier,
): string => {
  const isPlain = identifier.type === 'user_id' || identifier.type === 'consent_subject';
  return subjectHash(
    tenantId,
    isPlain ? identifier.value : `${identifier.type}:${comparable(identifier)}`,
  );
};

/** Returns the identifier that distinguishes a person's requests from those of others. */
export const mainIdentifier = ({ userId, identifiers }: ResolvedSubject): SubjectIdentifier =>
  userId === null ? (identifiers[0] as SubjectIdentifier) : { type: 'user_id', value: userId };

const userIdIdentifier = (value: string): SubjectIdentifier => ({ type: 'user_id', value });

interface DirectoryUser {
  id: string;
  email?: string | null;
  additionalEmails?: { email: string }[];
}

/** Unverified addresses are not identifiers in the directory, but they still name the person. */
const unprovenEmails = ({ email, additionalEmails = [] }: DirectoryUser): SubjectIdentifier[] =>
  [email, ...additionalEmails.map((one) => one.email)].flatMap((value) =>
    value ? [{ type: 'email', value }] : [],
  );

function distinct(identifiers: readonly SubjectIdentifier[]): SubjectIdentifier[] {
  const keyOf = (one: SubjectIdentifier): string => `${one.type} ${comparable(one)}`;
  return [...new Map(identifiers.map((one) => [keyOf(one), one])).values()];
}

/**
 * Returns the identifiers of a directory user, the user id first; empty if there is none.
 * @throws 422 for more than one user; 503 while the directory is unavailable
 */
export type FindIdentifiers = (
  tenantId: string,
  by: { userId: string } | { email: string } | { externalId: string },
) => Promise<SubjectIdentifier[]>;

export const directoryIdentifiers =
  (directory: () => RpcPeer): FindIdentifiers =>
  async (tenantId, by) => {
    const { outcome, userJson, identifiers } = await directory()
      .service('platform.directory.v1.Directory')
      .ResolveUser(
        { tenantId, ...by, include: ['unverified'] },
        { deadlineMs: 3_000, repeatable: true },
      );
    if (outcome === 'AMBIGUOUS')
      throw invalid(
        '/subject/value',
        'ambiguous',
        'matches the unverified address of several users',
      );
    if (outcome !== 'FOUND') return [];
    const user = JSON.parse(userJson) as DirectoryUser;
    const claimed = identifiers.map(({ kind, value }) => ({ type: kind, value }));
    return distinct([userIdIdentifier(user.id), ...claimed, ...unprovenEmails(user)]);
  };

/**
 * Resolves people through the directory, and through compliance's own data for those whom the
 * directory has deleted.
 */
export function subjectResolution({
  directory,
  isKnownHere,
}: {
  directory: () => RpcPeer;
  /** Whether compliance itself has data under this id. */
  isKnownHere: (tx: Tx, subjectId: string) => Promise<boolean>;
}): ResolveSubject {
  const inDirectory = directoryIdentifiers(directory);

  return async ({ type, value }, { tenantId, read }) => {
    if (type === 'consent_subject' && !isId('user', value)) {
      if (!(await read((tx) => isKnownHere(tx, value)))) throw absent();
      return { type, userId: null, identifiers: [{ type, value }] };
    }
    if (type === 'email' || type === 'external_id') {
      const by = type === 'email' ? { email: value } : { externalId: value };
      const identifiers = await inDirectory(tenantId, by);
      const [first] = identifiers;
      if (!first) throw absent();
      return { type, userId: first.value, identifiers };
    }
    if (!isId('user', value)) throw absent();
    const identifiers = await inDirectory(tenantId, { userId: value });
    if (identifiers.length > 0) return { type, userId: value, identifiers };
    if (!(await read((tx) => isKnownHere(tx, value)))) throw absent();
    return { type, userId: value, identifiers: [userIdIdentifier(value)] };
  };
}
