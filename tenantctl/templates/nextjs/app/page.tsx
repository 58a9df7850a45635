import { currentUser } from '../lib/session';

export default async function Home() {
  const user = await currentUser();
  return (
    <main>
      <h1>{user ? `Signed in as ${user.name}` : 'Signed out'}</h1>
      {user ? (
        <form action="/sign-out" method="post">
          <button>Sign out</button>
        </form>
      ) : (
        <a href="/sign-in">Sign in</a>
      )}
    </main>
  );
}
