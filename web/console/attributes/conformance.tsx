import type { AttributeDefinition } from '@platform/sdk';
import { Banner } from '../../kit/content/banner.tsx';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import styles from './attributes.module.css';

const dots = { idle: 'neutral', scanning: 'info', conforming: 'ok', violated: 'error' } as const;
const places = { user: '/users', organization: '/organizations' } as const;

/** Whether stored values conform to a definition, in a word. */
export function ConformanceState({
  conformance: { state, violations },
}: Pick<AttributeDefinition, 'conformance'>) {
  const say = useSay('attributes');
  return (
    <StatusDot state={dots[state]}>{say(`conformance.${state}`, { count: violations })}</StatusDot>
  );
}

/** The result of the scan: how many records violate the definition, and some of them. */
export function ConformanceSection({ definition }: { definition: AttributeDefinition }) {
  const say = useSay('attributes');
  const { conformance, entityKind } = definition;
  const { state, checked, violations, sampleIds, finishedAt } = conformance;
  return (
    <Section title={say('conformance')} about={say('conformance.about')}>
      <div className={styles['stack']}>
        <p>
          <ConformanceState conformance={conformance} /> ·{' '}
          {say('conformance.checked', { count: checked })}{' '}
          {finishedAt !== null && <ExactTime at={finishedAt} />}
        </p>
        {state === 'violated' && (
          <Banner state="warning" title={say('conformance.violators', { count: violations })}>
            <ul>
              {sampleIds.map((id) => (
                <li key={id}>
                  <Link href={`${places[entityKind]}/${id}`}>{id}</Link>
                </li>
              ))}
            </ul>
          </Banner>
        )}
      </div>
    </Section>
  );
}
