import { invalid } from '@platform/kit/problem';
import type { SealedColumn } from '@platform/kit/upkeep';
import type { SecretBox } from '@platform/kit/secrets';

type Headers = Record<string, string>;

const maxHeaders = 20;

const fieldOf = (table: string, id: string): string => `${table}/${id}/headers`;

/** Returns the sealed column of headers in a table of receivers. */
export const sealedHeaders = (table: string): SealedColumn => ({
  table,
  column: 'headers',
  key: ['id'],
  contextOf: (tenantId, id = '') => ({ tenantId, field: fieldOf(table, id) }),
});

/** Seals headers, which may contain credentials, for the tenant and the row. */
export const headerSeals = (box: SecretBox, table: string) => ({
  sealHeaders: (tenantId: string, id: string, headers: Headers): string | null =>
    Object.keys(headers).length === 0
      ? null
      : box.seal(JSON.stringify(headers), { tenantId, field: fieldOf(table, id) }),
  openHeaders: (tenantId: string, id: string, sealed: string | null): Headers =>
    sealed === null
      ? {}
      : (JSON.parse(box.open(sealed, { tenantId, field: fieldOf(table, id) })) as Headers),
});

export type HeaderSeals = ReturnType<typeof headerSeals>;

/** Merges headers member by member, ignoring the case of names; null removes one. */
export function mergedHeaders(
  present: Readonly<Headers>,
  change: Readonly<Record<string, string | null>>,
): Headers {
  const changed = new Set(Object.keys(change).map((name) => name.toLowerCase()));
  const kept = Object.entries(present).filter(([name]) => !changed.has(name.toLowerCase()));
  const merged = [
    ...kept,
    ...Object.entries(change).filter((entry): entry is [string, string] => entry[1] !== null),
  ];
  if (merged.length > maxHeaders)
    throw invalid('/headers', 'limit_exceeded', `must have at most ${maxHeaders} headers`);
  return Object.fromEntries(merged);
}
