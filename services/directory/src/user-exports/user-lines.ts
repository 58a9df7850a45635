import type { UserResource } from '@platform/contracts';
import { csvText } from '@platform/data-lifecycle/file-exports';

type Column = [name: string, value: (user: UserResource) => unknown];

const same = (name: keyof UserResource): Column => [name, (user) => user[name]];

/** The columns of a CSV file, always complete and in this order. */
const columns: readonly Column[] = [
  same('id'),
  same('externalId'),
  same('username'),
  same('email'),
  same('emailVerified'),
  same('phoneNumber'),
  same('phoneVerified'),
  same('displayName'),
  ['givenName', ({ name }) => name?.givenName],
  ['familyName', ({ name }) => name?.familyName],
  same('nickname'),
  same('title'),
  same('locale'),
  same('timeZone'),
  same('status'),
  same('statusReason'),
  same('statusChangedAt'),
  ['managedByDirectory', ({ managedBy }) => managedBy?.directoryId],
  same('lastLoginAt'),
  same('createdAt'),
  same('updatedAt'),
  ['metadata', ({ metadata }) => JSON.stringify(metadata)],
];

/** Cells as text: booleans would become 1 and an empty cell. */
const cell = (value: unknown): unknown => (typeof value === 'boolean' ? String(value) : value);

export const csvHeader = (): string => csvText([columns.map(([name]) => name)]);

export const csvLines = (users: readonly UserResource[]): string =>
  csvText(users.map((user) => columns.map(([, value]) => cell(value(user)))));

export const ndjsonLines = (users: readonly UserResource[]): string =>
  users.map((user) => `${JSON.stringify(user)}\n`).join('');
