import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../client/session.ts';

/** Who is signed in. */
export function ProfilePage() {
  const { data: session } = useSuspenseQuery(sessionQuery('account'));
  if (!session) return null;
  const { user, authTime } = session;
  return (
    <>
      <h1>
        <bdi>{user.displayName ?? user.email ?? user.id}</bdi>
      </h1>
      <dl>
        <dt>E-mail</dt>
        <dd>
          <bdi>{user.email ?? 'No e-mail address'}</bdi>
        </dd>
        <dt>Signed in</dt>
        <dd>{authTime === null ? 'Unknown' : new Date(authTime).toLocaleString()}</dd>
      </dl>
    </>
  );
}
