import * as oidc from 'openid-client';

const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;

/** Where browsers find this application. */
export const appUrl = process.env['APP_URL'] ?? 'http://localhost:3000';

let configuration: Promise<oidc.Configuration> | undefined;

/** This application at its issuer, whose metadata are read once. */
export function client(): Promise<oidc.Configuration> {
  const authentication = oidc.ClientSecretBasic(CLIENT_SECRET);
  configuration ??= oidc
    .discovery(new URL(ISSUER), CLIENT_ID, undefined, authentication, {
      // Plain HTTP is for a platform on this machine.
      execute: ISSUER.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
    })
    .catch((error: unknown) => {
      configuration = undefined;
      throw error;
    });
  return configuration;
}
