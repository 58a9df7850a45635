import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auth0Password, auth0User } from './auth0-records.ts';
import type { SourceFile } from './file-content.ts';
import { httpReader } from './http-source.ts';
import { keycloakReader } from './keycloak-reader.ts';
import { keycloakUser } from './keycloak-records.ts';
import { ldapRecordUser, passwordHashOf } from './ldap-records.ts';
import { lineReader, plainRecord } from './ndjson-reader.ts';
import { start } from './source-reader.ts';
import type { SourcePosition, SourcePage, SourceReader } from './source-reader.ts';

/** A file in memory, read in pieces of some size. */
const fileOf = (content: string | Buffer, pieceBytes = 7): SourceFile => {
  const bytes = Buffer.from(content);
  return {
    sizeBytes: bytes.length,
    async open(from) {
      return (async function* pieces() {
        for (let at = from; at < bytes.length; at += pieceBytes)
          yield bytes.subarray(at, at + pieceBytes);
      })();
    },
  };
};

async function pagesOf(reader: SourceReader, from: SourcePosition = start, pageRows = 3) {
  const pages: SourcePage[] = [];
  const { signal } = new AbortController();
  for await (const page of reader.pages({ from, pageRows, signal })) pages.push(page);
  return pages;
}
const recordsOf = (pages: readonly SourcePage[]): [number, unknown][] =>
  pages.flatMap(({ rows }) => rows.map(({ row, record }): [number, unknown] => [row, record]));

describe('lines', () => {
  test('are the same regardless of chunks and of where reading resumes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        async (values, pieceBytes, isPacked) => {
          const text = values.map((v) => `${JSON.stringify({ v })}\r\n\n`).join('');
          const file = fileOf(isPacked ? gzipSync(text) : text, pieceBytes);
          const reader = lineReader([{ file, decode: plainRecord }]);
          const pages = await pagesOf(reader);
          const expected = values.map((v, i): [number, unknown] => [i + 1, { v }]);
          const isWhole = JSON.stringify(recordsOf(pages)) === JSON.stringify(expected);
          const resumed = await Promise.all(pages.map(({ next }) => pagesOf(reader, next)));
          return (
            isWhole &&
            resumed.every((rest, i) => {
              const done = recordsOf(pages.slice(0, i + 1));
              return JSON.stringify([...done, ...recordsOf(rest)]) === JSON.stringify(expected);
            })
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  test('that are too long or not JSON fail individually', async () => {
    const long = JSON.stringify({ v: 'x'.repeat(300_000) });
    const file = fileOf(`{"v":1}\n${long}\nnothing\n{"v":2}`, 65_536);
    const [page] = await pagesOf(lineReader([{ file, decode: plainRecord }]), start, 10);
    expect(page?.rows.map(({ row, record, fault }) => [row, record, fault?.code])).toEqual([
      [1, { v: 1 }, undefined],
      [2, null, 'malformed_record'],
      [3, null, 'malformed_record'],
      [4, { v: 2 }, undefined],
    ]);
  });
});

describe('records that are not UTF-8', () => {
  const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
  const notUtf8 = 'the record is not valid UTF-8';

  test('fail individually in a file of lines', async () => {
    const file = fileOf(latin1('{"v":"a"}\n{"v":"Zo\u00eb"}\n{"v":"b"}\n'));
    const [page] = await pagesOf(lineReader([{ file, decode: plainRecord }]), start, 10);
    expect(page?.rows.map(({ record, fault }) => [record, fault?.code, fault?.detail])).toEqual([
      [{ v: 'a' }, undefined, undefined],
      [null, 'malformed_record', notUtf8],
      [{ v: 'b' }, undefined, undefined],
    ]);
  });

  test('fail individually in a realm export', async () => {
    const users = ['a', 'Zo\u00eb', 'b'].map((firstName, i) => ({ id: `u${i}`, firstName }));
    const valid = [{ id: 'u3', firstName: 'Zo\u00eb \ufffd' }];
    const content = Buffer.concat([
      latin1(`{"users":${JSON.stringify(users).slice(0, -1)},`),
      Buffer.from(`${JSON.stringify(valid).slice(1)}}`),
    ]);
    const [page] = await pagesOf(keycloakReader([fileOf(content)]), start, 10);
    expect(page?.rows.map(({ sourceId, fault }) => [sourceId, fault?.detail])).toEqual([
      ['u0', undefined],
      ['u1', notUtf8],
      ['u2', undefined],
      ['u3', undefined],
    ]);
    expect(page?.rows[3]?.record).toEqual(valid[0]);
  });

  test('fail individually in a page of an HTTP source', async () => {
    const users = ['a', 'Zo\u00eb', 'b'].map((displayName) => ({ displayName }));
    const body = latin1(JSON.stringify({ users }));
    const reader = httpReader({
      egress: { request: async () => ({ status: 200, headers: {}, body }) as never },
      tenantId: 'acme',
      connection: { listUrl: 'https://legacy.example/users' } as never,
      credential: undefined,
      clock: Date.now,
    });
    const [page] = await pagesOf(reader);
    expect(page?.rows.map(({ fault }) => fault?.detail)).toEqual([undefined, notUtf8, undefined]);
  });
});

describe('exports of Auth0', () => {
  test("include federated identities, but not those of Auth0's own database", () => {
    const identities = [
      { provider: 'auth0', user_id: '1' },
      { provider: 'google-oauth2', user_id: 117 },
    ];
    expect(auth0User({ user_id: 'auth0|1', identities })).toMatchObject({
      sourceId: 'auth0|1',
      identities: [{ provider: 'google-oauth2', subject: '117' }],
    });
  });

  test('have hashes in a second file, keyed by the database id', () => {
    const line = { _id: { $oid: '60425dc4' }, email: 'a@b.example', passwordHash: '$2b$10$abc' };
    expect(auth0Password(line)).toMatchObject({
      kind: 'password',
      sourceId: 'auth0|60425dc4',
      passwordHash: { algorithm: 'bcrypt', value: '$2b$10$abc' },
    });
  });
});

describe('exports of Keycloak', () => {
  const credential = (data: object) => ({
    type: 'password',
    secretData: JSON.stringify({ value: 'aGFzaA==', salt: 'c2FsdA==' }),
    credentialData: JSON.stringify(data),
  });

  test.each<[string, object, object]>([
    [
      'pbkdf2',
      { hashIterations: 27_500, algorithm: 'pbkdf2-sha256' },
      {
        algorithm: 'pbkdf2',
        digest: 'sha256',
        iterations: 27_500,
        salt: 'c2FsdA==',
        value: 'aGFzaA==',
      },
    ],
    [
      'argon2',
      {
        hashIterations: 5,
        algorithm: 'argon2',
        additionalParameters: {
          memory: ['7168'],
          type: ['id'],
          version: ['1.3'],
          parallelism: ['1'],
        },
      },
      { algorithm: 'argon2id', value: '$argon2id$v=19$m=7168,t=5,p=1$c2FsdA$aGFzaA' },
    ],
  ])('include hashes of %s', (_name, data, expected) => {
    const user = { id: 'k1', username: 'ada', credentials: [credential(data)] };
    expect(keycloakUser(user).passwordHash).toEqual(expected);
  });

  test('are read user by user, across several files, and resume from any page', async () => {
    const realm = (ids: number[]) =>
      JSON.stringify({ realm: 'x', roles: { a: [1] }, users: ids.map((id) => ({ id: `u${id}` })) });
    const reader = keycloakReader([fileOf(realm([1, 2, 3, 4])), fileOf(gzipSync(realm([5, 6])))]);
    const pages = await pagesOf(reader);
    const ids = (list: SourcePage[]) => list.flatMap(({ rows }) => rows.map((r) => r.sourceId));
    expect(ids(pages)).toEqual(['u1', 'u2', 'u3', 'u4', 'u5', 'u6']);
    for (const [i, { next }] of pages.entries())
      expect([...ids(pages.slice(0, i + 1)), ...ids(await pagesOf(reader, next))]).toEqual(
        ids(pages),
      );
  });

  test('that are not JSON end the import', async () => {
    const reading = pagesOf(keycloakReader([fileOf('{"users": [{"id": "u1"}, oops')]));
    await expect(reading).rejects.toMatchObject({ code: 'file_malformed' });
  });
});

describe('entries of LDAP', () => {
  test('contain their first values, and all values below `values`, but no password', () => {
    const entry = {
      dn: 'uid=ada,dc=x',
      entryUUID: 'e-1',
      mail: ['ada@x.example', 'a@x.example'],
      userPassword: '{SSHA}abcd',
    };
    const { sourceId, record, passwordHash } = ldapRecordUser(entry, 'entryUUID');
    expect([sourceId, passwordHash]).toEqual(['e-1', { algorithm: 'ssha', value: '{SSHA}abcd' }]);
    expect(record).toMatchObject({ mail: 'ada@x.example', values: { mail: entry.mail } });
    expect(JSON.stringify(record)).not.toContain('SSHA');
  });

  test.each<[string, object | undefined]>([
    ['{CRYPT}$2b$10$abc', { algorithm: 'bcrypt', value: '$2b$10$abc' }],
    [
      '{MD5}X03MO1qnZdYdgyfeuILPmQ==',
      { algorithm: 'md5', value: '5f4dcc3b5aa765d61d8327deb882cf99' },
    ],
    ['{CRYPT}$1$abc', undefined],
    ['plain', undefined],
  ])('read %s', (stored, expected) => {
    expect(passwordHashOf(stored)).toEqual(expected);
  });
});
