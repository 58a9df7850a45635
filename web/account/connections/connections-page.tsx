import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../kit/content/banner.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { PageStack } from '../parts/page-stack.tsx';
import { applicationsQuery, identitiesQuery, identityProvidersQuery } from '../queries.ts';
import { Applications } from './applications.tsx';
import { Identities } from './identities.tsx';
import { useIdentityReturn } from './identity-return.ts';

/** What the account is connected to: identities that sign in, and applications that have access. */
export function ConnectionsPage() {
  const say = useSay('account-connections');
  const identities = useQuery(identitiesQuery);
  const providers = useQuery(identityProvidersQuery);
  const applications = useQuery(applicationsQuery);
  const returned = useIdentityReturn();
  return (
    <PageStack head={<PageHeader title={say('title')} meta={say('about')} />}>
      {returned.isPending && <Banner state="info">{say('identity.linking')}</Banner>}
      {returned.error && <ProblemNote error={returned.error} />}
      <Loaded query={identities} lines={3}>
        {({ data }) => (
          <Identities identities={data} providers={providers.data?.value.data ?? []} />
        )}
      </Loaded>
      <Loaded query={applications} lines={4}>
        {({ data }) => <Applications applications={data} />}
      </Loaded>
    </PageStack>
  );
}
