import type { AccessPolicy } from '@platform/sdk';
import { linesOf, textOfLines } from '../../client/lines.ts';

export type Conditions = AccessPolicy['conditions'];
type Subjects = NonNullable<NonNullable<Conditions['subjects']>['exclude']>;
type Network = NonNullable<NonNullable<Conditions['networks']>['include']>;
type Windows = NonNullable<Conditions['time']>['windows'];

export const principalTypes = ['user', 'client'] as const;
export const grantTypes = [
  'authorization_code',
  'refresh_token',
  'device_code',
  'client_credentials',
  'token_exchange',
  'ciba',
] as const;
export const platforms = ['ios', 'android', 'windows', 'macos', 'linux', 'other'] as const;
export const levels = ['low', 'medium', 'high'] as const;
export const deviceFacts = ['managed', 'compliant', 'known'] as const;
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

type Chosen<T extends readonly string[]> = readonly T[number][];
export type Tristate = 'any' | 'yes' | 'no';

/** The form of conditions. Lists of subjects, networks and times are text with an entry in each line. */
export interface ConditionValues {
  principalTypes: Chosen<typeof principalTypes>;
  include: string;
  exclude: string;
  grantTypes: Chosen<typeof grantTypes>;
  scopes: string;
  resources: string;
  detailTypes: string;
  networks: string;
  networksExcept: string;
  platforms: Chosen<typeof platforms>;
  managed: Tristate;
  compliant: Tristate;
  known: Tristate;
  riskSignIn: Chosen<typeof levels>;
  riskUser: Chosen<typeof levels>;
  windows: string;
  timezone: string;
  whenUnknown: 'match' | 'no_match';
}

const subjectLists = {
  role: 'roles',
  user: 'userIds',
  group: 'groupIds',
  organization: 'organizationIds',
} as const;
const subjectLine = /^(role|user|group|organization):(.+)$/;
const windowLine = /^([a-z]{3}(?:,[a-z]{3})*) +(\d\d:\d\d)-(\d\d:\d\d)$/;
const isCountry = (line: string): boolean => /^[A-Z]{2}$/.test(line);

/** The first line that names no subject. */
export const subjectFault = (text: string): string | undefined =>
  linesOf(text).find((line) => !subjectLine.test(line));

/** The first line that is no range of time. */
export const windowFault = (text: string): string | undefined =>
  linesOf(text).find((line) => {
    const [, names = ''] = windowLine.exec(line) ?? [];
    return !names.split(',').every((name) => days.some((day) => day === name));
  });

const subjectText = (subjects: Subjects | undefined): string =>
  textOfLines(
    Object.entries(subjectLists).flatMap(([kind, list]) =>
      (subjects?.[list] ?? []).map((id) => `${kind}:${id}`),
    ),
  );

function subjectsIn(text: string): Subjects | undefined {
  const subjects: Subjects = {};
  for (const line of linesOf(text)) {
    const [, kind, id = ''] = subjectLine.exec(line) ?? [];
    if (kind) (subjects[subjectLists[kind as keyof typeof subjectLists]] ??= []).push(id.trim());
  }
  return Object.keys(subjects).length > 0 ? subjects : undefined;
}

const networkText = (network: Network | undefined): string =>
  textOfLines([...(network?.cidrs ?? []), ...(network?.countries ?? [])]);

function networkIn(text: string): Network | undefined {
  const lines = linesOf(text);
  const countries = lines.filter(isCountry);
  const cidrs = lines.filter((line) => !isCountry(line));
  return lines.length === 0
    ? undefined
    : { ...(cidrs.length > 0 && { cidrs }), ...(countries.length > 0 && { countries }) };
}

const windowText = (windows: Windows | undefined): string =>
  textOfLines((windows ?? []).map(({ days: on, from, to }) => `${on.join(',')} ${from}-${to}`));

const windowsIn = (text: string): Windows =>
  linesOf(text).flatMap((line) => {
    const [, names, from, to] = windowLine.exec(line) ?? [];
    if (!names || !from || !to) return [];
    return [{ days: names.split(',') as Windows[number]['days'], from, to }];
  });

const tristate = (value: boolean | undefined): Tristate =>
  value === undefined ? 'any' : value ? 'yes' : 'no';

/** The values of conditions, as the form has them. */
export const conditionValues = (conditions: Conditions): ConditionValues => ({
  principalTypes: conditions.principalTypes ?? ['user'],
  include: subjectText(conditions.subjects?.include),
  exclude: subjectText(conditions.subjects?.exclude),
  grantTypes: conditions.grantTypes ?? [],
  scopes: textOfLines(conditions.scopes ?? []),
  resources: textOfLines(conditions.resources ?? []),
  detailTypes: textOfLines(conditions.detailTypes ?? []),
  networks: networkText(conditions.networks?.include),
  networksExcept: networkText(conditions.networks?.exclude),
  platforms: conditions.device?.platforms ?? [],
  managed: tristate(conditions.device?.managed),
  compliant: tristate(conditions.device?.compliant),
  known: tristate(conditions.device?.known),
  riskSignIn: conditions.risk?.signIn ?? [],
  riskUser: conditions.risk?.user ?? [],
  windows: windowText(conditions.time?.windows),
  timezone: conditions.time?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  whenUnknown: conditions.whenUnknown ?? 'match',
});

/** The object without absent members; undefined if nothing is left. */
function present<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } | undefined {
  const entries = Object.entries(members).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return entries.length > 0
    ? (Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> })
    : undefined;
}

const flag = (value: Tristate): boolean | undefined =>
  value === 'any' ? undefined : value === 'yes';

/** The conditions that a request sets. */
export function conditionsBody(values: ConditionValues): Conditions {
  const windows = windowsIn(values.windows);
  return (present({
    principalTypes: [...values.principalTypes],
    subjects: present({
      include: subjectsIn(values.include),
      exclude: subjectsIn(values.exclude),
    }),
    grantTypes: [...values.grantTypes],
    scopes: linesOf(values.scopes),
    resources: linesOf(values.resources),
    detailTypes: linesOf(values.detailTypes),
    networks: present({
      include: networkIn(values.networks),
      exclude: networkIn(values.networksExcept),
    }),
    device: present({
      platforms: [...values.platforms],
      managed: flag(values.managed),
      compliant: flag(values.compliant),
      known: flag(values.known),
    }),
    risk: present({ signIn: [...values.riskSignIn], user: [...values.riskUser] }),
    time: windows.length > 0 ? { timezone: values.timezone.trim(), windows } : undefined,
    whenUnknown: values.whenUnknown === 'match' ? undefined : values.whenUnknown,
  }) ?? {}) as Conditions;
}
