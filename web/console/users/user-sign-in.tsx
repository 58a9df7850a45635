import { UserMethods } from './user-methods.tsx';
import { UserSessions } from './user-sessions.tsx';
import { userSignInRoute } from './user-routes.ts';

/** How a user signs in, and where they are signed in. */
export function UserSignIn() {
  const { userId } = userSignInRoute.useParams();
  return (
    <div>
      <UserMethods userId={userId} />
      <UserSessions userId={userId} />
    </div>
  );
}
