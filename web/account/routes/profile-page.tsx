import { useSession } from '../../client/session-query.ts';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { RelativeTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';

/** Who is signed in. */
export function ProfilePage() {
  const say = useSay('account');
  const { user, authTime } = useSession();
  return (
    <>
      <PageHeader title={user.displayName ?? user.email ?? user.id} />
      <DefinitionList
        entries={[
          {
            term: say('profile.email'),
            value: user.email ? <Verbatim text={user.email} /> : say('profile.noEmail'),
          },
          {
            term: say('profile.signedIn'),
            value: authTime ? <RelativeTime at={authTime} /> : say('profile.unknown'),
          },
        ]}
      />
    </>
  );
}
