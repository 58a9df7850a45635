import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { connectionsQuery, testSignInQuery } from '../queries.ts';
import { testSignInRoute } from '../routes.ts';
import { stepHref } from './connection-steps.ts';
import { TestResult } from './test-result.tsx';
import styles from '../parts/choice.module.css';

/** Where the tab of a test sign-in ends. The tab of the setup shows the same. */
export function TestSignInPage() {
  const say = useSay('setup-connections');
  const { connectionId, testId } = testSignInRoute.useParams();
  const test = useQuery(testSignInQuery(connectionId, testId));
  const connections = useQuery(connectionsQuery);
  const connection = connections.data?.value.data.find(({ id }) => id === connectionId);
  return (
    <div className={styles['choice']}>
      <PageHeader title={say('test.title')} />
      <Loaded query={test} lines={8}>
        {(value) => (
          <>
            <TestResult level={2} test={value} provider={connection?.provider ?? 'generic'} />
            <p>{say('test.close')}</p>
            <div>
              <ButtonLink href={stepHref(connectionId, 'test', testId)}>
                {say('test.back')}
              </ButtonLink>
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}
