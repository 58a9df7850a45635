import { useQuery } from '@tanstack/react-query';
import type { HealthItem, TenantHealth } from '@platform/sdk';
import { Check, Circle } from 'lucide-react';
import { Section } from '../../kit/content/section.tsx';
import { stateIcons } from '../../kit/content/states.ts';
import { RelativeTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { resourceHref } from '../resource-paths.ts';
import { useHealthWords } from './health-words.ts';
import { healthQuery } from './overview-queries.ts';
import styles from './overview.module.css';

const states = { critical: 'error', warning: 'warning', info: 'info' } as const;

function Item({ item }: { item: HealthItem }) {
  const { whatOf, blocksOf } = useHealthWords();
  const { severity, resource, since, dueAt } = item;
  const at = dueAt ?? since;
  const blocks = blocksOf(item);
  const href = resourceHref(resource);
  const name = <Verbatim text={resource.name} />;
  return (
    <li className={styles[severity]}>
      <span className={styles['icon']}>
        <Icon of={stateIcons[states[severity]]} />
      </span>
      <span className={styles['item']}>
        <strong>{href === undefined ? name : <Link href={href}>{name}</Link>}</strong>
        <span>{whatOf(item)}</span>
        {blocks !== undefined && <span className={styles['caption']}>{blocks}</span>}
      </span>
      {at !== null && (
        <span className={styles['when']}>
          <RelativeTime at={at} />
        </span>
      )}
    </li>
  );
}

const steps = ['branding', 'application', 'organization', 'domain', 'webhook', 'model'] as const;

/** The first steps of a tenant, until all of them are done. */
function FirstSteps({ firstSteps }: Pick<TenantHealth, 'firstSteps'>) {
  const say = useSay('overview');
  const shown = steps.flatMap((key) =>
    firstSteps.filter((step) => step.key === key).map(({ done }) => ({ key, done })),
  );
  const done = shown.filter((step) => step.done).length;
  if (done === shown.length) return null;
  return (
    <Section title={say('firstSteps', { done, total: shown.length })} isCard>
      <ul className={styles['steps']}>
        {shown.map((step) => (
          <li key={step.key} className={step.done ? styles['done'] : undefined}>
            <Icon of={step.done ? Check : Circle} />
            <span>
              {say(`step.${step.key}`)}
              <span className="visually-hidden"> {say(step.done ? 'step.done' : 'step.open')}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What fails, has stopped, ends soon or waits, the most severe first; and the first steps. */
export function Health() {
  const say = useSay('overview');
  const query = useQuery({ ...healthQuery(), refetchInterval: 30_000 });
  const away = query.data?.value.parts.filter(({ available }) => !available) ?? [];
  return (
    <>
      <Section title={say('attention')} isCard>
        <Loaded query={query} lines={3}>
          {({ items }) => (
            <>
              {items.length === 0 ? (
                <p className={styles['quiet']}>{say('attention.none')}</p>
              ) : (
                <ul className={styles['list']}>
                  {items.map((item) => (
                    <Item
                      key={`${item.code} ${item.resource.type} ${item.resource.id}`}
                      item={item}
                    />
                  ))}
                </ul>
              )}
              {away.length > 0 && (
                <p className={styles['caption']}>
                  {say('attention.away', {
                    parts: away.map(({ part }) => say(`part.${part}`)).join(', '),
                  })}
                </p>
              )}
            </>
          )}
        </Loaded>
      </Section>
      {query.data && <FirstSteps firstSteps={query.data.value.firstSteps} />}
    </>
  );
}
