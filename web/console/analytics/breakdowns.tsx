import { useQueries } from '@tanstack/react-query';
import type { LoginAnalytics } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { BarList } from '../../kit/chart/bar-list.tsx';
import type { SharePart } from '../../kit/chart/bar-list.tsx';
import { Distribution } from '../../kit/chart/distribution.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { Areas } from '../../messages/areas.ts';
import type { StatisticsProps } from './statistics.ts';
import { useFailureWords } from '../events/failure-words.ts';
import { applicationNameQuery } from './analytics-queries.ts';
import { besideBefore, eventsHref } from './period.ts';
import styles from './analytics.module.css';

type Key = keyof Areas['analytics'];

/** Sums of one property of the sign-ins, in the order of their numbers: those that count first. */
type Sums = (statistics: LoginAnalytics) => { key: string; values: readonly number[] }[];

const methodSums: Sums = ({ byMethod }) =>
  byMethod.map(({ method, succeeded, failed }) => ({ key: method, values: [succeeded, failed] }));
const connectorSums: Sums = ({ byConnector }) =>
  byConnector.map(({ provider, succeeded, failed }) => ({
    key: provider,
    values: [succeeded, failed],
  }));
const clientSums: Sums = ({ byClient }) =>
  byClient.map(({ clientId, succeeded, failed }) => ({
    key: clientId,
    values: [succeeded, failed],
  }));
const versionSums: Sums = ({ byFlowVersion }) =>
  byFlowVersion.map(({ version, succeeded, failed }) => ({
    key: String(version),
    values: [succeeded, failed],
  }));
const reasonSums: Sums = ({ byFailureReason }) =>
  byFailureReason.map(({ reason, count }) => ({ key: reason, values: [count] }));
const assuranceSums: Sums = ({ byAssurance }) =>
  byAssurance.map(({ acr, succeeded }) => ({ key: acr, values: [succeeded] }));

/** The names of the applications that may be read; of the others, the ids. */
function useApplicationNames({ byClient }: LoginAnalytics) {
  const session = useSession();
  const ids = byClient.map(({ clientId }) => clientId).filter((id) => id !== 'other');
  const shown = mayCall(session, 'applicationGet') ? ids.slice(0, 20) : [];
  const queries = useQueries({
    // Platform clients and deleted applications have no name.
    queries: shown.map((id) => ({ ...applicationNameQuery(id), retry: false })),
  });
  const names = new Map(shown.map((id, index) => [id, queries[index]?.data?.value.name]));
  return (id: string) => names.get(id) ?? id;
}

/** The parts of a chart, with the numbers of the period before beside them. */
function usePartsOf({ now, before }: StatisticsProps) {
  return (sums: Sums, nameOf: (key: string) => string, hrefOf: (key: string) => string) =>
    besideBefore(sums(now), before && sums(before)).map(
      ({ key, values: [value = 0, ...others], before: old }): SharePart => ({
        id: key,
        label: nameOf(key),
        value,
        href: hrefOf(key),
        more: [...others, ...(old === undefined ? [] : [old])],
      }),
    );
}

/** Sign-ins by method, reason, application and other properties. */
export function Breakdowns(props: StatisticsProps) {
  const say = useSay('analytics');
  const sayApplications = useSay('applications');
  const { now, before, days } = props;
  const failureOf = useFailureWords();
  const partsOf = usePartsOf(props);
  const applicationOf = useApplicationNames(now);
  const methodOf = (key: string) =>
    methods.includes(key) ? sayApplications(`method.${key as 'password'}`) : key;
  const levelOf = (key: string) => (levels.includes(key) ? say(`acr.${key}` as Key) : key);
  const signedIn = () => eventsHref('user.signed_in', days);
  const earlier = before ? [say('before.short')] : [];
  const both = [say('failed'), ...earlier];
  const lists = [
    { id: 'byMethod', sums: methodSums, nameOf: methodOf },
    { id: 'byConnector', sums: connectorSums, nameOf: (key: string) => key },
    {
      id: 'byClient',
      sums: clientSums,
      nameOf: (key: string) => (key === 'other' ? say('other') : applicationOf(key)),
    },
    {
      id: 'byFlowVersion',
      sums: versionSums,
      nameOf: (key: string) => say('version', { version: key }),
    },
  ] as const;
  const reasonParts = partsOf(reasonSums, failureOf, () => eventsHref('user.sign_in_failed', days));
  return (
    <div className={styles['grid']}>
      {lists.map(({ id, sums, nameOf }) => {
        const parts = partsOf(sums, nameOf, signedIn);
        if (parts.length === 0) return null;
        return (
          <BarList
            key={id}
            title={say(id)}
            axis={say(`${id}.axis`)}
            measure={say('succeeded')}
            more={both}
            parts={parts}
          />
        );
      })}
      {reasonParts.length > 0 && (
        <BarList
          title={say('byReason')}
          axis={say('byReason.axis')}
          measure={say('failed')}
          more={earlier}
          parts={reasonParts}
        />
      )}
      <Distribution
        title={say('byAssurance')}
        axis={say('byAssurance.axis')}
        measure={say('succeeded')}
        more={earlier}
        parts={partsOf(assuranceSums, levelOf, signedIn)}
      />
    </div>
  );
}

const levels: readonly string[] = ['aal1', 'aal2', 'aal3', 'phr', 'phrh'];
const methods: readonly string[] = [
  'password',
  'totp',
  'recovery_code',
  'email_code',
  'magic_link',
  'sms_code',
  'passkey',
  'security_key',
  'social',
  'federation',
];
