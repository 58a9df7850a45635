import type { LoginDomain } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { CopyableValue } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import styles from './login-domains.module.css';

type DnsRecord = LoginDomain['records'][number];
type Check = LoginDomain['checks'][number];

const dots = {
  found: 'ok',
  absent: 'info',
  mismatch: 'error',
  inconclusive: 'warning',
} as const;

/** What DNS has answered last. */
function Answer({ check }: { check: Check | undefined }) {
  const say = useSay('loginDomains');
  if (!check) return <>{say('result.none')}</>;
  const { result, observed } = check;
  return (
    <div role="status" className={styles['answer']}>
      <StatusDot state={dots[result]}>{say(`result.${result}`)}</StatusDot>
      {result !== 'found' && <span className={styles['quiet']}>{say(`hint.${result}`)}</span>}
      {result !== 'found' &&
        observed.map((value) => (
          <code key={value} className={styles['observed']}>
            <Verbatim text={value} />
          </code>
        ))}
    </div>
  );
}

/** A record to copy to the DNS provider, beside what DNS answers. */
export function LoginDomainRecord({
  record,
  check,
}: {
  record: DnsRecord;
  check: Check | undefined;
}) {
  const say = useSay('loginDomains');
  const { purpose, type, name, value } = record;
  return (
    <div className={styles['record']}>
      <h3 className={styles['purpose']}>{say(`purpose.${purpose}`)}</h3>
      <DefinitionList
        entries={[
          { term: say('record.type'), value: type },
          {
            term: say('record.name'),
            value: <CopyableValue text={name} label={say('record.copyName', { type })} />,
          },
          {
            term: say('record.value'),
            value: <CopyableValue text={value} label={say('record.copyValue', { type })} />,
          },
          { term: say('record.answer'), value: <Answer check={check} /> },
        ]}
      />
    </div>
  );
}
