import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { setup } from '@platform/sdk';
import type { SetupDirectory, TestSignIn } from '@platform/sdk';
import { pollWhile } from '../../client/query.ts';
import { useWrite } from '../../client/write.ts';
import { Section } from '../../kit/content/section.tsx';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { OutsideLink } from '../../kit/controls/link.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useProviderWords } from '../parts/provider-words.ts';
import { Report } from '../parts/report.tsx';
import { testSignInQuery } from '../queries.ts';
import { stepHref } from './connection-steps.ts';
import { TestResult } from './test-result.tsx';
import styles from '../parts/run.module.css';

interface TestProps {
  connection: SetupDirectory;
  /** The last test sign-in. */
  test: string | undefined;
}

/** The test of the server: what the platform can find out without a user. */
function Probe({ connection: { id, provider, lastProbe } }: TestProps) {
  const say = useSay('setup-connections');
  const probe = useWrite((api, of: string, key) => setup(api).connections.probe(of, key), {
    refreshes: ['setupConnectionList'],
  });
  return (
    <Section
      title={say('probe.title')}
      about={say('probe.about')}
      actions={
        <Button
          kind={lastProbe?.ok ? 'plain' : 'primary'}
          isPending={probe.isPending}
          onPress={() => probe.mutate(id)}
        >
          {say('probe')}
        </Button>
      }
    >
      {probe.error && <ProblemNote error={probe.error} />}
      {lastProbe && <Report report={lastProbe} provider={provider} />}
    </Section>
  );
}

const isRunning = ({ state }: TestSignIn): boolean => state === 'pending' || state === 'started';

/** How the test sign-in in the other tab is. */
function Outcome({ connection: { id, provider }, test = '' }: TestProps) {
  const say = useSay('setup-connections');
  const query = useQuery({ ...testSignInQuery(id, test), ...pollWhile(isRunning) });
  const { data } = query;
  if (!data) return query.error && <ProblemNote error={query.error} />;
  const { value } = data;
  if (!isRunning(value)) return <TestResult test={value} provider={provider} />;
  return (
    <p role="status">
      {say('test.running')}{' '}
      {value.state === 'pending' && <OutsideLink href={value.url}>{say('test.open')}</OutsideLink>}
    </p>
  );
}

/** A sign-in at the provider in a tab of its own. It signs nobody in here. */
function SignIn(props: TestProps) {
  const { connection, test } = props;
  const say = useSay('setup-connections');
  const { nameOf } = useProviderWords();
  const navigate = useNavigate();
  const begin = useWrite(
    (api, of: string, key) => setup(api).connections.testSignIns.create(of, key),
    { refreshes: [] },
  );
  function open() {
    // Browsers open tabs only during the press, before the address is known.
    const tab = window.open('', '_blank');
    begin.mutate(connection.id, {
      onSuccess({ id, url }) {
        if (tab) tab.location.href = url;
        void navigate({ href: stepHref(connection.id, 'test', id), replace: true });
      },
      onError: () => tab?.close(),
    });
  }
  return (
    <Section
      title={say('test.title')}
      about={say('test.about')}
      actions={
        <Button
          kind={connection.lastProbe?.ok && test === undefined ? 'primary' : 'plain'}
          isPending={begin.isPending}
          onPress={open}
        >
          <Icon of={ExternalLink} />
          {say('test.signIn', { provider: nameOf(connection.provider) })}
        </Button>
      }
    >
      <div className={styles['facts']}>
        {begin.error && <ProblemNote error={begin.error} />}
        {test !== undefined && <Outcome {...props} />}
      </div>
    </Section>
  );
}

/** The two tests of a connection: of the server, and of a sign-in. */
export function TestConnection(props: TestProps) {
  const sayFrame = useSay('setup');
  const { connection, test } = props;
  const isTested = connection.lastProbe?.ok === true;
  return (
    <>
      <div>
        <Probe {...props} />
        <SignIn {...props} />
      </div>
      {isTested && (
        <div>
          <ButtonLink
            kind={test === undefined ? 'plain' : 'primary'}
            href={stepHref(connection.id, 'activate', test)}
          >
            {sayFrame('continue')}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
