import type { Application } from '@platform/sdk';
import type { Language } from '../../kit/code/highlight.ts';

/** A step of a quick start: code with the real values of an application. */
export interface QuickStartStep {
  key: 'install' | 'environment' | 'code' | 'request';
  code: string;
  language: Language;
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const environment = (issuer: string, { clientId, tokenEndpointAuthMethod }: Application): string =>
  [
    `ISSUER=${issuer}`,
    `CLIENT_ID=${clientId}`,
    ...(tokenEndpointAuthMethod.startsWith('client_secret') ? ['CLIENT_SECRET=…'] : []),
  ].join('\n');

const spaCode = (issuer: string, { clientId, redirectUris, allowedScopes }: Application) =>
  `import { AuthProvider } from 'react-oidc-context';

const oidc = {
  authority: '${issuer}',
  client_id: '${clientId}',
  redirect_uri: '${redirectUris[0] ?? 'http://localhost:5173/'}',
  scope: '${allowedScopes.join(' ')}',
};

<AuthProvider {...oidc}>
  <App />
</AuthProvider>`;

const webCode = ({ redirectUris, allowedScopes }: Application) =>
  `import * as oidc from 'openid-client';

const { ISSUER, CLIENT_ID, CLIENT_SECRET } = process.env;
const client = await oidc.discovery(
  new URL(ISSUER), CLIENT_ID, undefined, oidc.ClientSecretBasic(CLIENT_SECRET),
);
const state = oidc.randomState();
const codeVerifier = oidc.randomPKCECodeVerifier();
const url = oidc.buildAuthorizationUrl(client, {
  redirect_uri: '${redirectUris[0] ?? 'http://localhost:3000/callback'}',
  scope: '${allowedScopes.join(' ')}',
  code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
  code_challenge_method: 'S256',
  state,
});
// Send the browser to the URL. It comes back with a code:
const tokens = await oidc.authorizationCodeGrant(client, callbackUrl, {
  pkceCodeVerifier: codeVerifier,
  expectedState: state,
});`;

const deviceCode = (issuer: string, { clientId, allowedScopes }: Application) =>
  `curl -s ${quote(`${issuer}/oauth2/device_authorization`)} \\
  -d client_id=${quote(clientId)} \\
  -d scope=${quote(allowedScopes.join(' '))}`;

const m2mCode = (issuer: string, { clientId, allowedScopes }: Application) =>
  `curl -s ${quote(`${issuer}/oauth2/token`)} \\
  -u ${quote(clientId)}:"$CLIENT_SECRET" \\
  -d grant_type=client_credentials \\
  -d scope=${quote(allowedScopes.join(' '))}`;

const nativeCode = (issuer: string, { clientId, redirectUris, allowedScopes }: Application) =>
  JSON.stringify(
    {
      issuer,
      clientId,
      redirectUrl: redirectUris[0] ?? 'com.example.app:/callback',
      scopes: allowedScopes,
    },
    null,
    2,
  );

/** The steps to the first sign-in of an application, or to its first token. */
export function quickStart(application: Application, issuer: string): readonly QuickStartStep[] {
  const { type } = application;
  const settings: QuickStartStep = {
    key: 'environment',
    code: environment(issuer, application),
    language: 'shell',
  };
  const install = (packages: string): QuickStartStep => ({
    key: 'install',
    code: `npm install ${packages}`,
    language: 'shell',
  });
  if (type === 'spa')
    return [
      install('oidc-client-ts react-oidc-context'),
      { key: 'code', code: spaCode(issuer, application), language: 'typescript' },
    ];
  if (type === 'web')
    return [
      install('openid-client'),
      settings,
      { key: 'code', code: webCode(application), language: 'typescript' },
    ];
  if (type === 'native')
    return [
      install('react-native-app-auth'),
      { key: 'code', code: nativeCode(issuer, application), language: 'json' },
    ];
  const code = type === 'm2m' ? m2mCode : deviceCode;
  return [settings, { key: 'request', code: code(issuer, application), language: 'shell' }];
}
