import { expect, it } from 'vitest';
import { searchPalette } from './palette-search.ts';

const groups = [
  {
    id: 'pages',
    label: 'Pages',
    entries: [
      { id: 'roles', label: 'Roles', keywords: 'permissions' },
      { id: 'audit', label: 'Audit log' },
      { id: 'logs', label: 'Log streams' },
    ],
  },
  { id: 'found', label: 'Users', isFound: true, entries: [{ id: 'usr_1', label: 'Ada' }] },
];
const idsFor = (text: string) =>
  searchPalette(groups, text).flatMap(({ entries }) => entries.map(({ id }) => id));

it.each([
  ['log', ['logs', 'audit', 'usr_1']],
  ['log audit', ['audit', 'usr_1']],
  ['PERMISSIONS', ['roles', 'usr_1']],
  ['rôles', ['roles', 'usr_1']],
  ['nothing', ['usr_1']],
  ['', ['roles', 'audit', 'logs', 'usr_1']],
])('finds for %j, best first', (text, ids) => {
  expect(idsFor(text)).toEqual(ids);
});
