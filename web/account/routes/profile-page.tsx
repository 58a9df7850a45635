import { useSession } from '../../client/session-query.ts';

/** Who is signed in. */
export function ProfilePage() {
  const { user, authTime } = useSession();
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
