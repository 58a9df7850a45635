import { describe, expect, it } from 'vitest';
import { resultOutput } from './output.ts';
import type { Format } from './output.ts';
import { queriedOutput } from './queried-output.ts';
import { parseQuery } from './query.ts';

const users = [
  { id: 'usr_1', name: { givenName: 'Ada' }, logins: 3, isAdmin: true },
  { id: 'usr_2', name: null, logins: 0, isAdmin: false },
];

function shown(expression: string, format: Format = 'table', value: object = users) {
  const [out, notes]: [string[], string[]] = [[], []];
  const terminal = {
    print: (line: string) => out.push(line),
    note: (line: string) => notes.push(line),
    columns: undefined,
    ask: undefined,
  };
  const output = queriedOutput(terminal, resultOutput(terminal, { format }), {
    query: parseQuery(expression),
    format,
  });
  if (Array.isArray(value)) {
    const rows = output.rows(['id']);
    for (const one of value) rows.add([one]);
    rows.end('The list is empty.');
  } else output.record(value);
  return { out: out.join('\n'), notes };
}

describe('a query', () => {
  it.each<[string, Format, string]>([
    ['[].id', 'table', 'usr_1\nusr_2'],
    ['[?logins > `0`].id | [0]', 'table', 'usr_1'],
    ['length(@)', 'table', '2'],
    ['[0].isAdmin', 'table', 'true'],
    ['[].{id: id, first: name.givenName}', 'table', 'ID     FIRST\nusr_1  Ada\nusr_2  -'],
    ['[].{id: id, n: logins}', 'csv', 'id,n\nusr_1,3\nusr_2,0'],
    ['[].id', 'ndjson', '"usr_1"\n"usr_2"'],
    ['[].{id: id}', 'ndjson', '{"id":"usr_1"}\n{"id":"usr_2"}'],
    ['[0].name', 'table', 'given name: Ada'],
    ['[0].id', 'json', '"usr_1"'],
    ['[].id', 'json', '[\n  "usr_1",\n  "usr_2"\n]'],
    ['[1].logins', 'yaml', '0'],
  ])('%s of a list is shown as %s', (expression, format, expected) => {
    expect(shown(expression, format).out).toBe(expected);
  });

  it('chooses from a single result', () => {
    expect(shown('name.givenName', 'table', users[0]).out).toBe('Ada');
  });

  it('says that it selects nothing', () => {
    expect(shown('nothing', 'table', users[0])).toEqual({
      out: '',
      notes: ['The query selects nothing.'],
    });
  });

  it('is checked before anything is sent', () => {
    expect(() => parseQuery('[?id')).toThrow('It is no JMESPath expression');
  });
});
