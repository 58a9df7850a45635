import type { PolicyConditions } from '@platform/contracts';
import { addressBytes, parseCidr, unmapped } from '@platform/kit/ip';
import type { Cidr } from '@platform/kit/ip';
import type { Signals } from './signals.ts';
import { isWithin } from './time-windows.ts';
import { everyTruth, someTruth, contains, meetsPolicy, inverseTruth } from './truth.ts';
import type { KnownTruth } from './truth.ts';

/** Compiled conditions: one function for each member that is present. */
export interface CompiledConditions {
  members: readonly { name: string; test: (signals: Signals) => KnownTruth }[];
  whenUnknown: 'match' | 'no_match';
}

type Subjects = NonNullable<PolicyConditions['subjects']>;
type Network = NonNullable<NonNullable<PolicyConditions['networks']>['include']>;

const ofUser = ({ principal }: Signals): string | undefined =>
  principal?.type === 'user' ? principal.id : undefined;

/** Whether the lists contain the principal. A client has roles, and is neither user nor member. */
const inLists = (lists: NonNullable<Subjects['exclude']>, signals: Signals): KnownTruth => {
  if (signals.principal?.type === 'client') return meetsPolicy(lists.roles, signals.roles);
  return someTruth([
    contains(lists.userIds, ofUser(signals)),
    meetsPolicy(lists.groupIds, signals.groupIds),
    meetsPolicy(lists.roles, signals.roles),
    signals.organizationId === null
      ? false
      : contains(lists.organizationIds, signals.organizationId),
  ]);
};

const isEmpty = (lists: object): boolean =>
  Object.values(lists).every(
    (list) => list === undefined || (Array.isArray(list) && list.length === 0),
  );

const subjects =
  ({ include, exclude }: Subjects) =>
  (signals: Signals): KnownTruth =>
    everyTruth([
      include === undefined || include.all === true || isEmpty({ ...include, all: undefined })
        ? true
        : inLists(include, signals),
      exclude === undefined ? true : inverseTruth(inLists(exclude, signals)),
    ]);

/** Bytes of an address; undefined if it is invalid. */
const bytesOf = (ip: string | undefined) => {
  const bytes = ip === undefined ? null : addressBytes(ip);
  return bytes === null ? undefined : unmapped(bytes);
};

function networks(network: Network): (signals: Signals) => KnownTruth {
  const cidrs: readonly Cidr[] = (network.cidrs ?? []).map((cidr) => parseCidr(cidr));
  return ({ ip, country }) => {
    const bytes = bytesOf(ip);
    return someTruth([
      cidrs.length === 0
        ? false
        : bytes === undefined
          ? undefined
          : cidrs.some((cidr) => cidr.contains(bytes)),
      contains(network.countries, country),
    ]);
  };
}

function place({
  include,
  exclude,
}: NonNullable<PolicyConditions['networks']>): (signals: Signals) => KnownTruth {
  const within = include && !isEmpty(include) ? networks(include) : () => true;
  const without = exclude && !isEmpty(exclude) ? networks(exclude) : () => false;
  return (signals) => everyTruth([within(signals), inverseTruth(without(signals))]);
}

const same = (wanted: boolean | undefined, signal: boolean | undefined): KnownTruth =>
  wanted === undefined ? true : signal === undefined ? undefined : wanted === signal;
const among = <T>(list: readonly T[] | undefined, signal: T | undefined): KnownTruth =>
  list === undefined ? true : contains(list, signal);

const device =
  (wanted: NonNullable<PolicyConditions['device']>) =>
  ({ device: signal }: Signals): KnownTruth =>
    everyTruth([
      among(wanted.platforms, signal?.platform),
      same(wanted.managed, signal?.managed),
      same(wanted.compliant, signal?.compliant),
      same(wanted.known, signal?.known),
    ]);

/** Compiles conditions. @throws 422 for an invalid network */
export function compileConditions(conditions: PolicyConditions): CompiledConditions {
  const members: CompiledConditions['members'][number][] = [
    {
      name: 'principalTypes',
      test: ({ principal }) => contains(conditions.principalTypes ?? ['user'], principal?.type),
    },
  ];
  const {
    subjects: who,
    grantTypes,
    scopes,
    resources,
    detailTypes,
    networks: where,
    device: what,
    risk,
    time,
    whenUnknown = 'match',
  } = conditions;
  if (who) members.push({ name: 'subjects', test: subjects(who) });
  if (grantTypes)
    members.push({ name: 'grantTypes', test: (s) => contains(grantTypes, s.grantType) });
  if (scopes) members.push({ name: 'scopes', test: (s) => meetsPolicy(scopes, s.scopes) });
  if (resources)
    members.push({ name: 'resources', test: (s) => meetsPolicy(resources, s.resources) });
  if (detailTypes)
    members.push({ name: 'detailTypes', test: (s) => meetsPolicy(detailTypes, s.detailTypes) });
  if (where) members.push({ name: 'networks', test: place(where) });
  if (what) members.push({ name: 'device', test: device(what) });
  if (risk)
    members.push({
      name: 'risk',
      test: ({ risk: signal }) =>
        everyTruth([among(risk.signIn, signal?.signIn), among(risk.user, signal?.user)]),
    });
  if (time) members.push({ name: 'time', test: ({ at }) => isWithin(time, at) });
  return { members, whenUnknown };
}

/**
 * Whether a policy applies, with the conditions that did not match and those whose signal was
 * absent.
 */
export function matchConditions(
  { members, whenUnknown }: CompiledConditions,
  signals: Signals,
): { applies: boolean; unmatched: string[]; unknown: string[] } {
  const results = members.map(({ name, test }) => ({ name, truth: test(signals) }));
  const unknown = results.filter(({ truth }) => truth === undefined).map(({ name }) => name);
  const unmatched = results
    .filter(({ truth }) => truth === false || (truth === undefined && whenUnknown === 'no_match'))
    .map(({ name }) => name);
  return { applies: unmatched.length === 0, unmatched, unknown };
}
