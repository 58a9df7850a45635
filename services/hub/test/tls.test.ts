import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeJwt, exportJWK, generateKeyPair } from 'jose';
import * as oidc from 'openid-client';
import { builtInFlow } from '@platform/login-flow';
import { formBrowser } from '@platform/dev/form-browser';
import { localFetch, localFetchTrusting } from '@platform/dev/local-fetch';
import { freePorts } from '@platform/dev/ports';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { localCertificates } from '@platform/dev/tls-certificates';
import { startTlsFront } from '@platform/dev/tls-front';
import { startReceiver } from '@platform/testkit/receiver';
import { newId } from '@platform/kit/ids';
import type { MadeTenant } from './hub-under-test.ts';
import { attempt, signInHub } from './sign-in-hub.ts';
import type { SignInHub } from './sign-in-hub.ts';

/** The setup of `npm start -- --tls`: a certificate authority in a folder, and TLS termination in front of the hub. */
describe('issuers over TLS', () => {
  const folder = temporaryFolder('tls-');
  const person = { email: 'ada@example.com', password: 'correct horse battery staple' };
  let hub: SignInHub;
  let tenant: MadeTenant;
  let trusting: typeof globalThis.fetch;
  const closing: (() => Promise<unknown>)[] = [];
  let keyPort = 0;
  let keys: CryptoKeyPair;

  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    const names = ['localhost', '*.platform.localhost'];
    const { caFile, ...certificate } = await localCertificates(folder.path, names);
    trusting = localFetchTrusting(readFileSync(caFile, 'utf8'));
    hub = await signInHub(
      {
        'platform.hub.issuer': `https://localhost:${port}`,
        'platform.outbound-http.extra-ca-path': caFile,
        'platform.hub.clients.allowed-internal-hosts': 'localhost',
      },
      undefined,
      [],
      { ownPages: true },
    );
    const front = await startTlsFront({ ...certificate, port, target: hub.pod.httpPort });
    keys = (await generateKeyPair('ES256', { extractable: true })) as CryptoKeyPair;
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256' };
    const body = JSON.stringify({ keys: [jwk] });
    const headers = { 'content-type': 'application/json' };
    const keyServer = await startReceiver(() => ({ body, headers }), certificate);
    keyPort = keyServer.port;
    closing.push(front.stop, keyServer.stop);
    hub.around.identityFacade.setExperience('', { definition: builtInFlow });
    tenant = await hub.makeTenant('acme');
    const id = newId('user');
    const userJson = JSON.stringify({ id, email: person.email, emailVerified: true });
    hub.setUser(tenant, { userJson }, id);
    hub.around.identityFacade.setCredentials(id, { password: person.password });
  });
  afterAll(async () => {
    for (const close of closing) await close();
    await hub?.stop();
    folder.remove();
  });

  const signsIn = async (clientId: string, auth: oidc.ClientAuth) => {
    const options = { [oidc.customFetch]: trusting as never };
    const config = await oidc.discovery(new URL(tenant.issuer), clientId, undefined, auth, options);
    const { url, checks } = await attempt(config);
    const end = await formBrowser(trusting).signIn(url, person);
    return oidc.authorizationCodeGrant(config, end, checks);
  };

  it('serve an ordinary client that insists on https', async () => {
    const { clientId, secret } = await hub.application(tenant);
    const tokens = await signsIn(clientId, oidc.ClientSecretBasic(secret!));
    expect(new URL(tenant.issuer).protocol).toBe('https:');
    expect(decodeJwt(tokens.access_token)).toMatchObject({ iss: tenant.issuer, tnt: tenant.id });
  });

  it("trust an application's keys with the same authority", async () => {
    const jwksUri = `https://localhost:${keyPort}/jwks`;
    const settings = { tokenEndpointAuthMethod: 'private_key_jwt', jwksUri };
    const { clientId } = await hub.application(tenant, settings, { public: true });
    const auth = oidc.PrivateKeyJwt({ key: keys.privateKey, kid: 'k1' });
    expect(decodeJwt((await signsIn(clientId, auth)).access_token).iss).toBe(tenant.issuer);
  });

  it('are rejected by clients that do not trust the authority', async () => {
    const target = `${tenant.issuer}/.well-known/openid-configuration`;
    await expect(localFetch(target)).rejects.toThrow();
    expect((await trusting(target)).status).toBe(200);
  });

  it('keep their authority across restarts', async () => {
    const before = readFileSync(`${folder.path}/ca.pem`, 'utf8');
    const again = await localCertificates(folder.path, ['localhost']);
    expect(readFileSync(again.caFile, 'utf8')).toBe(before);
  });
});
