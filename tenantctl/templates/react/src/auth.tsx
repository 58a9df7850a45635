import type { ReactNode } from 'react';
import { AuthProvider, useAuth } from 'react-oidc-context';

const settings = {
  authority: import.meta.env['VITE_ISSUER'],
  client_id: import.meta.env['VITE_CLIENT_ID'],
  redirect_uri: `${location.origin}/`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: 'openid profile email offline_access',
  // ID tokens say who signed in. Name and address are in UserInfo.
  loadUserInfo: true,
  revokeTokensOnSignout: true,
  // The code in the address has been redeemed.
  onSigninCallback: () => history.replaceState(null, '', '/'),
};

function Gate({ children }: { children: ReactNode }) {
  const auth = useAuth();
  if (auth.isLoading) return <p>One moment…</p>;
  if (auth.error) return <p role="alert">The sign-in failed: {auth.error.message}</p>;
  if (auth.user) return children;
  return (
    <main>
      <h1>Signed out</h1>
      <button onClick={() => void auth.signinRedirect()}>Sign in</button>
    </main>
  );
}

/** Shows its content to users who are signed in. Inside it, `useAuth()` returns the user and the access token. */
export const SignedIn = ({ children }: { children: ReactNode }) => (
  <AuthProvider {...settings}>
    <Gate>{children}</Gate>
  </AuthProvider>
);

/** Who is signed in, and a button to sign out. */
export function Profile() {
  const auth = useAuth();
  const { name, email, sub } = auth.user?.profile ?? {};
  return (
    <main>
      <h1>Signed in as {name ?? email ?? sub}</h1>
      <button onClick={() => void auth.signoutRedirect()}>Sign out</button>
    </main>
  );
}
