import type { OrganizationDomain } from '@platform/sdk';
import { CopyableValue } from '../kit/content/copyable.tsx';
import { DefinitionList } from '../kit/content/definition-list.tsx';
import { RelativeTime } from '../kit/content/time.tsx';
import { useSay } from '../kit/words/words-context.ts';
import styles from './domain-record.module.css';

interface DomainRecordProps {
  domain: Pick<OrganizationDomain, 'verification'>;
}

/** What DNS has answered, and when it is asked again. */
function Answer({ domain: { verification } }: DomainRecordProps) {
  const say = useSay('organizations');
  const { lastResult, lastCheckedAt, nextCheckAt, expiresAt } = verification;
  const times = [
    ['domain.checked', lastCheckedAt],
    ['domain.next', nextCheckAt],
    ['domain.ends', expiresAt],
  ] as const;
  return (
    <div className={styles['answer']}>
      <p role="status" className={styles['found']}>
        {say(`domain.result.${lastResult ?? 'none'}`)}
      </p>
      {times.map(
        ([key, at]) =>
          at !== null && (
            <span key={key}>
              {say(key)} <RelativeTime at={at} />
            </span>
          ),
      )}
    </div>
  );
}

/** The record that verifies a domain, to copy, and what DNS answers. */
export function DomainRecord({ domain }: DomainRecordProps) {
  const say = useSay('organizations');
  const { recordType, recordName, recordValue } = domain.verification;
  return (
    <>
      <DefinitionList
        entries={[
          { term: say('record.type'), value: recordType },
          {
            term: say('record.name'),
            value: <CopyableValue text={recordName} label={say('record.copyName')} />,
          },
          {
            term: say('record.value'),
            value: <CopyableValue text={recordValue} label={say('record.copyValue')} />,
          },
        ]}
      />
      <Answer domain={domain} />
    </>
  );
}
