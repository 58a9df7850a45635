import type { FgaModelValidation } from '@platform/sdk';
import { Badge } from '../../kit/content/badge.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { Section } from '../../kit/content/section.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import styles from './relations.module.css';

const states = { added: 'ok', removed: 'error', changed: 'info' } as const;

/** What a model changes, and the tuples that it would ignore. */
export function ModelReport({ report }: { report: FgaModelValidation }) {
  const say = useSay('relations');
  const { changes, tuples, warnings, activeModelId } = report;
  const unused = warnings.filter(({ code }) => code === 'condition_not_used');
  if (changes.length === 0) return null;
  return (
    <>
      {activeModelId !== null && (
        <Section title={say('report.changes', { count: changes.length })}>
          <ul className={styles['changes']}>
            {changes.map(({ name, kind, change, before, after }) => (
              <li key={`${kind} ${name}`}>
                <Badge state={states[change]}>{say(`change.${change}`)}</Badge>{' '}
                <code className={styles['code']}>{name}</code>
                {kind !== 'type' && (
                  <pre tabIndex={0} aria-label={name}>
                    {before !== undefined && (
                      <del className={styles['before']}>{`− ${before}\n`}</del>
                    )}
                    {after !== undefined && <ins className={styles['after']}>{`+ ${after}`}</ins>}
                  </pre>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {unused.map(({ path }) => (
        <Banner key={path} state="warning">
          {say('report.unused', { name: path })}
        </Banner>
      ))}
      {tuples && tuples.unfit > 0 && (
        <Banner state="warning" title={say('report.unfit', { count: tuples.unfit })}>
          <ul>
            {tuples.groups.map(({ relation, subject, condition, count, detail }) => (
              <li key={`${relation} ${subject} ${condition}`}>
                {say('report.group', { count, relation, subject })} {detail}
              </li>
            ))}
          </ul>
          {!tuples.complete && <p>{say('report.counted', { count: tuples.counted })}</p>}
        </Banner>
      )}
    </>
  );
}
