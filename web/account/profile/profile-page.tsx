import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../client/session-query.ts';
import { userNameOf } from '../../client/session.ts';
import { Avatar } from '../../kit/content/avatar.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay, useWords } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PageStack } from '../parts/page-stack.tsx';
import { profileQuery, profileSchemaQuery } from '../queries.ts';
import { Contacts } from './contacts.tsx';
import { ProfileForm } from './profile-form.tsx';

/** Who the user is: their profile as a form, and how to reach them. */
export function ProfilePage() {
  const say = useSay('account-profile');
  const session = useSession();
  const { locale } = useWords();
  const profile = useQuery(profileQuery);
  const schema = useQuery(profileSchemaQuery(locale));
  const known = profile.data?.value;
  const name = known?.displayName ?? userNameOf(session);
  const email = known?.contacts.find(({ type, primary }) => type === 'email' && primary)?.value;
  return (
    <PageStack
      head={
        <PageHeader
          title={name}
          avatar={<Avatar name={name} size={40} />}
          meta={email !== undefined && email !== name && <Verbatim text={email} />}
        />
      }
    >
      {(known?.incompleteAttributes.length ?? 0) > 0 && (
        <Banner state="info">{say('incomplete')}</Banner>
      )}
      <Loaded query={schema} lines={10}>
        {({ fields }) => (
          <Loaded query={profile} lines={10}>
            {(_, read) => <ProfileForm read={read} fields={fields} />}
          </Loaded>
        )}
      </Loaded>
      <Loaded query={profile} lines={2}>
        {({ contacts }) => <Contacts contacts={contacts} />}
      </Loaded>
    </PageStack>
  );
}
