import { createPlatform } from '@platform/sdk';
import { redirect } from 'next/navigation';
import { currentUser } from '../../lib/session';

/** Calls the platform as the user: they see what their roles permit. */
export default async function Users() {
  const user = await currentUser();
  if (!user) redirect('/sign-in');
  const platform = createPlatform({
    baseUrl: process.env['GATEWAY'] ?? '',
    token: user.accessToken,
  });
  const users = await platform.users.list({ limit: 10 }).result();
  if (!users.ok) {
    // The user has signed out elsewhere, or was suspended.
    if (users.problem.status === 401) redirect('/sign-in');
    return <p role="alert">{users.problem.detail}</p>;
  }
  return (
    <>
      <h1>Users</h1>
      <ul>
        {users.value.data.map(({ id, displayName, email }) => (
          <li key={id}>{displayName ?? email}</li>
        ))}
      </ul>
    </>
  );
}
