import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AuthProvider } from 'react-oidc-context';
import { App } from './app';

const oidc = {
  authority: import.meta.env['VITE_ISSUER'],
  client_id: import.meta.env['VITE_CLIENT_ID'],
  redirect_uri: `${location.origin}/`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: 'openid profile email offline_access orders.read orders.refund',
  // ID tokens say who signed in. Name and address are in UserInfo.
  loadUserInfo: true,
  revokeTokensOnSignout: true,
  // The code in the address has been redeemed.
  onSigninCallback: () => history.replaceState(null, '', '/'),
};

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <AuthProvider {...oidc}>
      <App />
    </AuthProvider>
  </StrictMode>,
);
