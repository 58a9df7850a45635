import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { isProblem } from '@platform/sdk';
import type { User } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Avatar } from '../../kit/content/avatar.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { UserActions } from './user-actions.tsx';
import { userName } from './user-names.ts';
import { userQuery } from './user-queries.ts';
import { userRoute, userTabs } from './user-routes.ts';
import { UserStatus } from './user-status.tsx';

/** Facts in one line: address, id, where the user comes from. */
function Facts({ user: { email, emailVerified, id, managedBy } }: { user: User }) {
  const say = useSay('users');
  return (
    <>
      {email !== null && (
        <span>
          <Verbatim text={email} /> {say(emailVerified ? 'verified' : 'notVerified')}
        </span>
      )}
      <CopyableId text={id} label={say('copyId')} isShort />
      {managedBy && <span>{say('managedBy')}</span>}
    </>
  );
}

/** The head of a user; the tabs below it are routes. */
export function UserPage() {
  const say = useSay('users');
  const session = useSession();
  const { userId } = userRoute.useParams();
  const { pathname } = useLocation();
  const query = useQuery(userQuery(userId));
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  const base = `/users/${userId}`;
  const tabs = userTabs
    .filter(({ reads }) => reads.every((operation) => mayCall(session, operation)))
    .map(({ path, key }) => ({ href: base + path, label: say(key) }));
  return (
    <Loaded query={query} lines={6}>
      {(user) => (
        <>
          <PageHeader
            crumbs={[{ href: '/users', label: say('title') }]}
            title={userName(user)}
            avatar={<Avatar name={userName(user)} size={40} />}
            status={<UserStatus user={user} />}
            meta={<Facts user={user} />}
            actions={<UserActions user={user} />}
            tabs={<TabLinks label={userName(user)} tabs={tabs} current={pathname} />}
          />
          <Outlet />
        </>
      )}
    </Loaded>
  );
}
