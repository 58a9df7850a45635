import { describe, expect, test } from 'vitest';
import { attributeSchema } from '../attribute-schema/schema.ts';
import { emptyAttributes, userResource } from '../users/user-record.ts';
import { csvHeader, csvLines, ndjsonLines } from './user-lines.ts';

const schema = attributeSchema({ version: 0 } as never, []);
const at = new Date('2026-01-02T03:04:05Z');
const user = userResource(
  {
    ...emptyAttributes,
    id: 'usr_01m7vqhvjpfrhtg5g075cmmcw9',
    email: 'ada@example.com',
    displayName: '=HYPERLINK("https://evil.example")',
    nickname: 'Ada, "the first"',
    status: 'active',
    statusReason: null,
    statusChangedAt: at,
    managedBy: null,
    identities: [],
    lastLoginAt: null,
    createdAt: at,
    updatedAt: at,
    version: 1,
  } as never,
  schema,
);

describe('lines of users', () => {
  test('a CSV row has a cell for every column', () => {
    const columns = csvHeader().trim().split(',');
    const cells = csvLines([{ ...user, displayName: null, nickname: null }])
      .trimEnd()
      .split(',');
    expect(cells).toHaveLength(columns.length);
    expect(Object.fromEntries(columns.map((name, i) => [name, cells[i]]))).toMatchObject({
      id: user.id,
      email: 'ada@example.com',
      emailVerified: 'false',
      status: 'active',
      lastLoginAt: '',
      createdAt: '2026-01-02T03:04:05.000Z',
      metadata: '{}',
    });
  });

  test('a spreadsheet does not run a cell as a formula', () => {
    const line = csvLines([user]);
    expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(line).toContain('"Ada, ""the first"""');
  });

  test('NDJSON has the complete user on one line', () => {
    expect(JSON.parse(ndjsonLines([user]))).toEqual(JSON.parse(JSON.stringify(user)));
    expect(ndjsonLines([user, user]).trimEnd().split('\n')).toHaveLength(2);
  });
});
