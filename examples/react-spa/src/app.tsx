import { useAuth } from 'react-oidc-context';
import { Orders } from './orders';

export function App() {
  const auth = useAuth();
  if (auth.isLoading) return <p>One moment…</p>;
  if (auth.error) return <p role="alert">The sign-in failed: {auth.error.message}</p>;
  if (!auth.user)
    return (
      <main>
        <h1>Orders</h1>
        <button onClick={() => void auth.signinRedirect()}>Sign in</button>
      </main>
    );
  return (
    <main>
      <h1>Signed in as {auth.user.profile.name}</h1>
      <Orders token={auth.user.access_token} />
      <button onClick={() => void auth.signoutRedirect()}>Sign out</button>
    </main>
  );
}
