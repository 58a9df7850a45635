import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { PageStack } from '../parts/page-stack.tsx';
import { Consents } from './consents.tsx';
import { Deletion } from './deletion.tsx';
import { OwnData } from './own-data.tsx';

/** What is known of the user, what they have agreed to, and how to end it. */
export function PrivacyPage() {
  const say = useSay('account-privacy');
  return (
    <PageStack head={<PageHeader title={say('title')} meta={say('about')} />}>
      <Consents />
      <OwnData />
      <Deletion />
    </PageStack>
  );
}
