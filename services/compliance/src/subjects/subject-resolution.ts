import { isId } from '@platform/contracts';
import type { RequestSubject } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { RpcPeer } from '@platform/kit/grpc';
import { invalid } from '@platform/kit/problem';
import type { SubjectHash } from '../subject-hash.ts';

/** Something that names a person. */
export interface SubjectIdentifier {
  type: string;
  value: string;
}

/** The person of a request. */
export interface ResolvedSubject {
  type: RequestSubject['type'];
  /** Null for people who have consents and no account. */
  userId: string | null;
  /** Everything that names the person, the user id included. */
  identifiers: SubjectIdentifier[];
}

/** Finds the person of a request. @throws 422 unless it is exactly one; 503 while the directory is away */
export type ResolveSubject = (
  asked: RequestSubject,
  scope: { tenantId: string; read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> },
) => Promise<ResolvedSubject>;

const absent = () => invalid('/subject/value', 'not_found', 'does not match any user');

/** Addresses and user names are compared without regard to case. */
const comparable = ({ type, value }: SubjectIdentifier): string =>
  type === 'email' || type === 'username' ? value.toLowerCase() : value;

/** The hash that stands for an identifier. A user id has the hash that its consents get. */
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

/** The identifier that a person's requests are told apart by. */
export const mainIdentifier = ({ userId, identifiers }: ResolvedSubject): SubjectIdentifier =>
  userId === null ? (identifiers[0] as SubjectIdentifier) : { type: 'user_id', value: userId };

const userIdIdentifier = (value: string): SubjectIdentifier => ({ type: 'user_id', value });

interface DirectoryUser {
  id: string;
  email?: string | null;
  additionalEmails?: { email: string }[];
}

/** Addresses that nobody has proven are not identifiers in the directory. They name the person all the same. */
const unprovenEmails = ({ email, additionalEmails = [] }: DirectoryUser): SubjectIdentifier[] =>
  [email, ...additionalEmails.map((one) => one.email)].flatMap((value) =>
    value ? [{ type: 'email', value }] : [],
  );

function distinct(identifiers: readonly SubjectIdentifier[]): SubjectIdentifier[] {
  const keyOf = (one: SubjectIdentifier): string => `${one.type} ${comparable(one)}`;
  return [...new Map(identifiers.map((one) => [keyOf(one), one])).values()];
}

/** What names a user of the directory, the user id first; empty where there is none. @throws 422 if it is not exactly one; 503 while the directory is away */
export type FindIdentifiers = (
  tenantId: string,
  by: { userId: string } | { email: string } | { externalId: string },
) => Promise<SubjectIdentifier[]>;

/** Asks the directory. */
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

export interface SubjectResolutionOptions {
  directory: () => RpcPeer;
  /** Does compliance itself keep something under this id? */
  isKnownHere: (tx: Tx, subjectId: string) => Promise<boolean>;
}

/** Resolves people with the directory, and by what compliance keeps of those whom the directory no longer has. */
export function subjectResolution({
  directory,
  isKnownHere,
}: SubjectResolutionOptions): ResolveSubject {
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
