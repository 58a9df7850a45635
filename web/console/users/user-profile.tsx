import { useQuery } from '@tanstack/react-query';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Skeleton } from '../../kit/content/skeleton.tsx';
import { useIsFresh } from '../../parts/is-fresh.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { UserProfileForm } from './user-profile-form.tsx';
import { userQuery } from './user-queries.ts';
import { userRoute } from './user-routes.ts';

/** The profile of a user, as a form. */
export function UserProfile() {
  const session = useSession();
  const { userId } = userRoute.useParams();
  const query = useQuery(userQuery(userId));
  if (!useIsFresh(query) && query.data) return <Skeleton lines={10} />;
  return (
    <Loaded query={query} lines={10}>
      {(user, { etag }) => (
        <UserProfileForm
          // A form keeps its defaults: another user is another form.
          key={user.id}
          user={user}
          etag={etag}
          isReadOnly={!mayCall(session, 'userDirectoryPatch')}
        />
      )}
    </Loaded>
  );
}
