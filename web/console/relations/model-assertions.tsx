import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@platform/sdk';
import type { FgaAssertion, FgaModelValidation } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { assertionsQuery } from './relation-queries.ts';
import { useAssertionsWrite } from './save-assertion.tsx';
import styles from './relations.module.css';

type Result = FgaModelValidation['assertions'][number];

const resultOf = (results: readonly Result[], one: FgaAssertion, index: number) => {
  const found = results[index];
  const isSame = found?.subject === one.subject && found.object === one.object;
  return isSame ? found : undefined;
};

function Assertion({ of, result }: { of: FgaAssertion; result: Result | undefined }) {
  const say = useSay('relations');
  const { subject, relation, object, expect } = of;
  const href = `/access/check?${String(new URLSearchParams({ subject, relation, object }))}`;
  return (
    <>
      <StatusDot state={result ? (result.passed ? 'ok' : 'error') : 'neutral'}>
        {say(result ? (result.passed ? 'test.passed' : 'test.failed') : 'test.notRun')}
      </StatusDot>
      <span>
        <Link href={href}>
          <bdi className={styles['code']}>{`${subject} ${relation} ${object}`}</bdi>
        </Link>{' '}
        <span className={styles['quiet']}>
          {say('test.expects', { expect: String(expect) })} {!result?.passed && result?.detail}
        </span>
      </span>
    </>
  );
}

/** The tests of the active model, as they would end with the model that is edited. */
export function ModelAssertions({ report }: { report: FgaModelValidation | undefined }) {
  const say = useSay('relations');
  const session = useSession();
  const query = useQuery({ ...assertionsQuery(), retry: false });
  const write = useAssertionsWrite(query.data?.etag);
  if (isProblem(query.error, 'no_active_model')) return null;
  const mayWrite = mayCall(session, 'fgaAssertionsPut');
  return (
    <Section
      title={say('tests.title')}
      about={say('tests.about')}
      actions={<ButtonLink href="/access/check">{say('tests.add')}</ButtonLink>}
    >
      <Loaded query={query} lines={3}>
        {({ assertions }) => (
          <ul className={styles['changes']}>
            {assertions.map((one, index) => (
              <li key={JSON.stringify(one)} className={styles['test']}>
                <Assertion of={one} result={resultOf(report?.assertions ?? [], one, index)} />
                {mayWrite && (
                  <Button
                    size="small"
                    kind="quiet"
                    isPending={write.isPending}
                    onPress={() => write.mutate(assertions.filter((other) => other !== one))}
                  >
                    {say('tests.remove')}
                  </Button>
                )}
              </li>
            ))}
            {assertions.length === 0 && <li>{say('tests.none')}</li>}
          </ul>
        )}
      </Loaded>
      {write.error && <ProblemNote error={write.error} />}
    </Section>
  );
}
