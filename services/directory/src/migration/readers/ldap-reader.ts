import type { Client } from 'ldapts';
import { searchPages } from '../../ldap/paged-search.ts';
import { bindAsService, withLdap } from './ldap-client.ts';
import type { LdapConnection, LdapOptions } from './ldap-client.ts';
import { unreadable } from './http-source.ts';
import { ldapRecordUser } from './ldap-records.ts';
import type { SourcePage, SourceReader } from './source-reader.ts';

/** Operational attributes, such as entryUUID, are returned only on request. */
const attributesOf = ({ idAttribute }: LdapConnection): string[] => ['*', idAttribute];

/** The options of a search for entries. Active Directory's id is binary. */
export const searchOptions = (connection: LdapConnection, filter: string) => ({
  scope: 'sub' as const,
  filter,
  attributes: attributesOf(connection),
  explicitBufferAttributes: ['objectGUID'],
});

async function* searched(client: Client, connection: LdapConnection) {
  const { baseDn: base, userFilter: filter, pageSize } = connection;
  try {
    yield* searchPages(client, { base, filter, attributes: attributesOf(connection), pageSize });
  } catch (cause) {
    throw unreadable('The LDAP server ended the search.', cause);
  }
}

/**
 * Reads the entries below the base DN. A cookie of paged results is invalid on another connection,
 * so a resumed import reads from the beginning and skips completed entries.
 */
export function ldapImportReader(options: LdapOptions): SourceReader {
  const { connection } = options;
  return {
    bytesTotal: null,
    async *pages({ from, signal }) {
      const pages = pipe<SourcePage>();
      const reading = withLdap(options, signal, async (client) => {
        await bindAsService(client, options);
        let row = 0;
        for await (const entries of searched(client, connection)) {
          const rows = entries
            .map((entry, i) => ({
              ...ldapRecordUser(entry, connection.idAttribute),
              row: row + i + 1,
            }))
            .filter((one) => one.row > from.row);
          row += entries.length;
          if (rows.length > 0) await pages.give({ rows, next: { ...from, row, offset: row } });
          if (pages.isLeft()) return;
        }
      });
      reading.then(pages.end, pages.fail);
      yield* pages.taken();
    },
  };
}

/** Passes values from work that runs inside a callback to an outer loop, one at a time. */
function pipe<T>() {
  let waiting: ((step: Promise<T | undefined>) => void) | undefined;
  let isTaken: (() => void) | undefined;
  let isOver = false;
  const ready: Promise<T | undefined>[] = [];
  const push = (step: Promise<T | undefined>): void => {
    step.catch(() => undefined);
    if (waiting) waiting(step);
    else ready.push(step);
    waiting = undefined;
  };
  return {
    give(value: T): Promise<void> {
      if (isOver) return Promise.resolve();
      push(Promise.resolve(value));
      return new Promise((resolve) => (isTaken = resolve));
    },
    end: () => push(Promise.resolve(undefined)),
    fail: (cause: unknown) => push(Promise.reject(cause as Error)),
    isLeft: () => isOver,
    async *taken(): AsyncGenerator<T> {
      try {
        for (;;) {
          const value = await (ready.shift() ??
            new Promise<T | undefined>((resolve) => (waiting = resolve)));
          if (value === undefined) return;
          yield value;
          isTaken?.();
        }
      } finally {
        isOver = true;
        isTaken?.();
      }
    },
  };
}
