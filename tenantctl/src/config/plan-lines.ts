import type { Change, MemberChange, Plan } from '@platform/configuration';
import { isSecret } from '@platform/configuration';
import { paint } from '../output/paint.ts';
import { changedLines } from './changed-lines.ts';

const signs = {
  create: ['+', 'green'],
  update: ['~', 'yellow'],
  replace: ['-/+', 'red'],
  delete: ['-', 'red'],
} as const;

interface Style {
  hasColor: boolean;
}

/** A value in one line. */
const inline = (value: unknown): string => {
  if (isSecret(value)) return '(sensitive)';
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '(none)';
  const members = Object.entries(value).map(([name, member]) => `${name}: ${inline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
};

/** The ids of what a member names. */
function annotation({ names }: Change, { path }: MemberChange): string {
  const inside = names.filter(({ path: at }) => path.every((step, index) => at[index] === step));
  const ids = [...new Set(inside.map(({ id }) => id ?? 'known after apply'))];
  return ids.length === 0 ? '' : ` (${ids.join(', ')})`;
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'object' && !isSecret(value) && Object.keys(value ?? {}).length === 0);

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('\n');

function memberLines(change: Change, member: MemberChange): string[] {
  const { before, after, path, isSensitive } = member;
  const name = path.join('.');
  const note = annotation(change, member);
  if (change.action === 'create')
    return isText(after)
      ? [
          `${name} =`,
          ...after
            .trimEnd()
            .split('\n')
            .map((line) => `  | ${line}`),
        ]
      : [`${name} = ${inline(after)}${note}`];
  if (isSensitive && before !== undefined && after !== undefined)
    return [`${name}: (sensitive) → (sensitive)`];
  if (isText(before) || isText(after))
    return [`${name}:`, ...changedLines(before, after).map((line) => `  ${line}`)];
  return [
    `${name}: ${before === undefined ? '(none)' : inline(before)} → ${after === undefined ? '(none)' : inline(after)}${note}`,
  ];
}

const shownMembers = ({ action, members }: Change): readonly MemberChange[] => {
  if (action === 'delete') return [];
  return action === 'create' ? members.filter(({ after }) => !isEmpty(after)) : members;
};

/** The lines of one change. */
function changeLines(change: Change, { hasColor }: Style): string[] {
  const [sign, style] = signs[change.action];
  const because =
    change.because.length > 0 ? ` (${change.because.join(', ')} cannot be changed)` : '';
  const head = `${sign} ${change.address}${because}`;
  return [
    hasColor ? paint(style, head) : head,
    ...shownMembers(change)
      .flatMap((member) => memberLines(change, member))
      .map((line) => `    ${line}`),
    ...(change.makesSecret ? ['    (makes a secret)'] : []),
  ];
}

const verbs = {
  create: 'create',
  update: 'update',
  replace: 'replace',
  delete: 'delete',
} as const;

/** `Plan: 2 to create, 1 to delete.` */
export function summaryOf({ changes }: Plan): string {
  const counts = Object.entries(verbs).flatMap(([action, verb]) => {
    const count = changes.filter((change) => change.action === action).length;
    return count === 0 ? [] : [`${count} to ${verb}`];
  });
  return counts.length === 0
    ? 'No changes. The tenant is as the files declare it.'
    : `Plan: ${counts.join(', ')}.`;
}

/** Resources that files do not declare, and what can be done about them. */
function undeclaredLines({ undeclared, permanent }: Plan): string[] {
  return [
    ...(undeclared.length === 0
      ? []
      : [
          'Not in the files. --prune deletes:',
          ...undeclared.map((address) => `  - ${address}`),
          '',
        ]),
    ...(permanent.length === 0
      ? []
      : [`Not in the files, and cannot be deleted: ${permanent.join(', ')}`, '']),
  ];
}

/** A plan, for people. */
export const planLines = (plan: Plan, style: Style): string[] => [
  ...plan.changes.flatMap((change) => [...changeLines(change, style), '']),
  ...undeclaredLines(plan),
  summaryOf(plan),
];

/** A plan, for programs. */
export const planRecord = ({ changes, undeclared, permanent }: Plan): object => ({
  changes: changes.map(({ action, address, members, because, makesSecret }) => ({
    action,
    address,
    because,
    makesSecret,
    members: members.map(({ path, before, after, isSensitive }) => ({
      path: path.join('.'),
      ...(isSensitive ? { sensitive: true } : { before, after }),
    })),
  })),
  undeclared,
  permanent,
});
