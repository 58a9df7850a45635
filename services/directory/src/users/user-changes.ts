import { pointerOf } from '@platform/contracts';
import type { UserUpdate } from '@platform/contracts';
import { emailKey, isJsonObject, mergePatch } from '@platform/kit/formats';
import { invalid, problem } from '@platform/kit/problem';
import type { Metadata } from '../attribute-schema/attribute-schema.ts';
import { isSame } from '../json/json-equality.ts';
import { attributesOf, emptyAttributes } from './user-record.ts';
import type { UserAttributes } from './user-record.ts';

/** A name with every part, or null if no part is left. */
function completeName(name: unknown): UserAttributes['name'] {
  if (!isJsonObject(name)) return null;
  const given = name as Partial<NonNullable<UserAttributes['name']>>;
  const parts = {
    formatted: given.formatted ?? null,
    givenName: given.givenName ?? null,
    familyName: given.familyName ?? null,
    middleName: given.middleName ?? null,
    honorificPrefix: given.honorificPrefix ?? null,
    honorificSuffix: given.honorificSuffix ?? null,
  };
  return Object.values(parts).some((v) => v !== null) ? parts : null;
}

/** Every member, with absent and null ones at their empty value. */
function complete(given: Record<string, unknown>): UserAttributes {
  const attributes = given as Partial<UserAttributes>;
  return {
    externalId: attributes.externalId ?? null,
    username: attributes.username ?? null,
    email: attributes.email ?? null,
    emailVerified: attributes.emailVerified ?? false,
    additionalEmails: attributes.additionalEmails ?? [],
    phoneNumber: attributes.phoneNumber ?? null,
    phoneVerified: attributes.phoneVerified ?? false,
    additionalPhoneNumbers: attributes.additionalPhoneNumbers ?? [],
    name: completeName(attributes.name),
    displayName: attributes.displayName ?? null,
    nickname: attributes.nickname ?? null,
    title: attributes.title ?? null,
    pictureUrl: attributes.pictureUrl ?? null,
    profileUrl: attributes.profileUrl ?? null,
    locale: attributes.locale ?? null,
    timeZone: attributes.timeZone ?? null,
    metadata: attributes.metadata ?? {},
  };
}

const sameAddress = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : emailKey(a) === emailKey(b);

/** A changed address loses its verification, unless the same request sets it. */
function resetVerification(
  before: UserAttributes,
  after: UserAttributes,
  given: UserUpdate,
): UserAttributes {
  const emailKept = sameAddress(before.email, after.email);
  const phoneKept = before.phoneNumber === after.phoneNumber;
  return {
    ...after,
    emailVerified:
      after.email !== null && (given.emailVerified ?? (emailKept && after.emailVerified)),
    phoneVerified:
      after.phoneNumber !== null && (given.phoneVerified ?? (phoneKept && after.phoneVerified)),
  };
}

/** PUT: replaces every writable member; an omitted one is cleared. */
export const replacedAttributes = (before: UserAttributes, given: UserUpdate): UserAttributes =>
  resetVerification(before, complete(given), given);

/** PATCH: merge patch, also within `metadata` and `name`; arrays are replaced. */
export const patchedAttributes = (before: UserAttributes, given: UserUpdate): UserAttributes =>
  resetVerification(
    before,
    complete(mergePatch(attributesOf(before), given) as Record<string, unknown>),
    given,
  );

/** Whether a user has an identifier to sign in with. */
export const isReachable = ({
  email,
  username,
  phoneNumber,
}: Pick<UserAttributes, 'email' | 'username' | 'phoneNumber'>): boolean =>
  email !== null || username !== null || phoneNumber !== null;

/** A user must have an identifier. */
export function checkReachable(user: UserAttributes): void {
  if (!isReachable(user)) {
    throw invalid(
      '/email',
      'required',
      'is required unless the user has a username or phoneNumber',
    );
  }
}

/** Checked after every write. */
export function checkMetadataSize(metadata: Metadata, maxMetadataBytes: number): void {
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes > maxMetadataBytes) {
    throw problem('limit_exceeded', {
      detail: `metadata has ${bytes} bytes; at most ${maxMetadataBytes} are allowed`,
      errors: [
        {
          pointer: '/metadata',
          code: 'limit_exceeded',
          detail: `must have at most ${maxMetadataBytes} bytes`,
        },
      ],
    });
  }
}

/**
 * JSON Pointers of the differences between two states, with the old values; one per member of
 * metadata.
 */
export function differences(
  before: UserAttributes,
  after: UserAttributes,
): { changed: string[]; previous: Record<string, unknown> } {
  const previous: Record<string, unknown> = {};
  const compare = (pointer: string, a: unknown, b: unknown): void => {
    if (!isSame(a, b)) previous[pointer] = a ?? null;
  };
  for (const key of Object.keys(emptyAttributes) as (keyof UserAttributes)[]) {
    if (key !== 'metadata') compare(`/${key}`, before[key], after[key]);
  }
  for (const key of new Set([...Object.keys(before.metadata), ...Object.keys(after.metadata)])) {
    compare(`/metadata${pointerOf([key])}`, before.metadata[key], after.metadata[key]);
  }
  return { changed: Object.keys(previous), previous };
}
