import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { resultOutput } from './output.ts';
import type { Format } from './output.ts';

const users = [
  {
    id: 'usr_1',
    displayName: 'Ada',
    name: { givenName: 'Ada' },
    roles: ['a', 'b'],
    status: 'active',
    at: '2026-11-27T14:00:00.123Z',
  },
  { id: 'usr_2', displayName: null, name: null, roles: [], status: 'suspended', at: null },
];

function listed(
  format: Format,
  { columns, width }: { columns?: string[]; width?: number } = {},
  rows: readonly object[] = users,
) {
  const [out, notes]: [string[], string[]] = [[], []];
  const terminal = {
    print: (line: string) => out.push(line),
    note: (line: string) => notes.push(line),
    columns: width,
    ask: undefined,
  };
  const writer = resultOutput(terminal, { format, columns }).rows([
    'id',
    'displayName',
    'status',
    'at',
  ]);
  writer.add(rows);
  writer.end('The list is empty.');
  return { out, notes };
}

describe('a list', () => {
  it('is a table with short times and dashes', () => {
    expect(listed('table').out).toEqual([
      'ID     DISPLAY NAME  STATUS     AT',
      'usr_1  Ada           active     2026-11-27T14:00:00Z',
      'usr_2  -             suspended  -',
    ]);
  });

  it('is as wide as the terminal, and says what is left out', () => {
    const { out, notes } = listed('table', { width: 25 });
    expect(out[0]).toBe('ID     DISPLAY NAME');
    expect(notes[0]).toContain('STATUS, AT');
  });

  it('has the chosen columns, nested ones too', () => {
    expect(listed('csv', { columns: ['id', 'name.givenName', 'roles'] }).out).toEqual([
      'id,name.givenName,roles',
      'usr_1,Ada,"a, b"\nusr_2,,',
    ]);
    expect(listed('ndjson', { columns: ['id'] }).out).toEqual(['{"id":"usr_1"}', '{"id":"usr_2"}']);
    expect(JSON.parse(listed('json', { columns: ['name.givenName'] }).out[0]!)).toEqual([
      { 'name.givenName': 'Ada' },
      { 'name.givenName': null },
    ]);
    expect(listed('yaml', { columns: ['id'] }).out).toEqual(['- id: usr_1\n- id: usr_2']);
  });

  it('says which column does not exist', () => {
    const { notes } = listed('table', { columns: ['id', 'displayNam'] });
    expect(notes).toEqual(['The result has no property displayNam. Did you mean displayName?']);
  });

  it('says that it is empty, in a table only', () => {
    expect(listed('table', {}, [])).toEqual({ out: [], notes: ['The list is empty.'] });
    expect(listed('json', {}, [])).toEqual({ out: ['[]'], notes: [] });
  });

  it('does not let values control the terminal', () => {
    const { out } = listed('table', { columns: ['id'] }, [{ id: '\u001b[2J\u009b31m\r' }]);
    expect(out[1]).toBe('\ufffd[2J\ufffd31m\ufffd');
  });

  it('has whole times as CSV', () => {
    expect(listed('csv', { columns: ['at'] }).out[1]).toBe('2026-11-27T14:00:00.123Z\n');
  });

  it('as CSV gives any text back', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (names) => {
        const rows = names.map((name) => ({ id: 'x', name }));
        const { out } = listed('csv', { columns: ['id', 'name'] }, rows);
        const records = parse(out.join('\n'), { columns: true }) as { name: string }[];
        expect(records.map(({ name }) => name)).toEqual(names);
      }),
    );
  });
});

describe('a single result', () => {
  const shown = (value: object): string => {
    const out: string[] = [];
    const terminal = {
      print: (line: string) => void out.push(line),
      note: () => undefined,
      columns: 80,
      ask: undefined,
    };
    resultOutput(terminal, { format: 'table' }).record(value);
    return out.join('\n');
  };

  it('has a line for each property, and nested ones below', () => {
    expect(shown(users[0]!)).toBe(
      [
        'id:           usr_1',
        'display name: Ada',
        'roles:        a, b',
        'status:       active',
        'at:           2026-11-27T14:00:00Z',
        'name:',
        '  givenName: Ada',
      ].join('\n'),
    );
  });

  it('leaves out what has no value', () => {
    expect(shown({ id: 'x', nothing: null, none: [], empty: {} })).toBe('id: x');
  });
});
