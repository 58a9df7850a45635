import { currentUser } from '../lib/session';

export default async function Home() {
  const user = await currentUser();
  if (!user)
    return (
      <>
        <h1>Directory</h1>
        <a href="/sign-in">Sign in</a>
      </>
    );
  return (
    <>
      <h1>Signed in as {user.name}</h1>
      <a href="/users">Users</a>
      <form action="/sign-out" method="post">
        <button>Sign out</button>
      </form>
    </>
  );
}
