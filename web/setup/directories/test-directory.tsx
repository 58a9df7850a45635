import { setup } from '@platform/sdk';
import type { SetupDirectory } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Section } from '../../kit/content/section.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Report } from '../parts/report.tsx';
import { stepHref } from './directory-steps.ts';
import styles from '../parts/run.module.css';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Users of the test, as an import would make them. */
function Sample({ sample }: { sample: readonly Record<string, unknown>[] }) {
  const say = useSay('directories');
  if (sample.length === 0) return null;
  return (
    <Section title={say('sample')} about={say('sample.about')}>
      {sample.slice(0, 3).map((user, index) => (
        <dl key={index} className={styles['claims']}>
          {Object.entries(user).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Verbatim text={textOf(value)} />
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </Section>
  );
}

/** Tests the access step by step, and shows users as they would be imported. */
export function TestDirectory({ directory }: { directory: SetupDirectory }) {
  const say = useSay('directories');
  const sayFrame = useSay('setup');
  const { id, provider, lastProbe } = directory;
  const probe = useWrite((api, of: string, key) => setup(api).directories.probe(of, key), {
    refreshes: ['setupDirectoryList'],
  });
  return (
    <>
      <Section
        title={say('test.title')}
        about={say('test.about')}
        actions={
          <Button
            kind={lastProbe?.ok ? 'plain' : 'primary'}
            isPending={probe.isPending}
            onPress={() => probe.mutate(id)}
          >
            {say('test')}
          </Button>
        }
      >
        {probe.error && <ProblemNote error={probe.error} />}
        {lastProbe && <Report report={lastProbe} provider={provider} />}
      </Section>
      {lastProbe && <Sample sample={lastProbe.sample} />}
      {lastProbe?.ok && (
        <div>
          <ButtonLink kind="primary" href={stepHref(id, 'provision')}>
            {sayFrame('continue')}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
