import type { Change, Plan } from '@platform/configuration';
import { configurationOf } from '@platform/configuration';
import { describe, expect, it } from 'vitest';
import { planLines, planRecord, summaryOf } from './plan-lines.ts';

const [declared] = configurationOf(
  {
    'hooks.yaml':
      'name: Risk\nstage: login_flow\nurl: https://example.com/\nheaders: { X-Key: "${env:KEY}" }\n',
  },
  { environment: { KEY: 'value of the key' } },
).resources;
if (!declared) throw new Error('the hook is not declared');

const change = (of: Partial<Change>): Change => ({
  ...declared,
  action: 'update',
  members: [],
  names: [],
  because: [],
  makesSecret: false,
  declared,
  found: undefined,
  etag: undefined,
  ...of,
});

const plan = (...changes: Change[]): Plan => ({
  changes,
  undeclared: [],
  permanent: [],
  ids: new Map(),
});
const style = { hasColor: false };
const headers = declared.members['headers'];

describe('planLines', () => {
  it('never shows a secret', () => {
    const one = change({
      members: [{ path: ['headers'], before: undefined, after: headers, isSensitive: true }],
    });
    const shown = planLines(plan(one), style).join('\n');
    expect(shown).toContain('headers: (none) → { X-Key: (sensitive) }');
    const record = JSON.stringify(planRecord(plan(one)));
    expect(record).toContain('{"path":"headers","sensitive":true}');
    expect(shown + record).not.toContain('value of the key');
  });

  it('shows why a resource is replaced, and what is removed', () => {
    const one = change({
      action: 'replace',
      because: ['stage'],
      members: [{ path: ['stage'], before: 'post_login', after: 'login_flow', isSensitive: false }],
    });
    expect(planLines(plan(one, change({ action: 'delete' })), style)).toEqual([
      '-/+ hook/Risk (stage cannot be changed)',
      '    stage: "post_login" → "login_flow"',
      '',
      '- hook/Risk',
      '',
      'Plan: 1 to replace, 1 to delete.',
    ]);
  });

  it('shows the lines of a text that differ, and some around them', () => {
    const text = (third: string): string => `1\n2\n3\n4\n${third}\n6\n7\n8\n9\n`;
    const members = [{ path: ['dsl'], before: text('5'), after: text('five'), isSensitive: false }];
    expect(planLines(plan(change({ members })), style).slice(1, 10)).toEqual([
      '    dsl:',
      '        …',
      '        3',
      '        4',
      '      - 5',
      '      + five',
      '        6',
      '        7',
      '        …',
    ]);
  });

  it('says what prune would delete, and what cannot be deleted', () => {
    const lines = planLines(
      { ...plan(), undeclared: ['role/a'], permanent: ['relationship-model'] },
      style,
    );
    expect(lines).toEqual([
      'Not in the files. --prune deletes:',
      '  - role/a',
      '',
      'Not in the files, and cannot be deleted: relationship-model',
      '',
      'No changes. The tenant is as the files declare it.',
    ]);
  });

  it('counts the changes', () => {
    expect(summaryOf(plan(change({ action: 'create' }), change({ action: 'create' })))).toBe(
      'Plan: 2 to create.',
    );
  });
});
