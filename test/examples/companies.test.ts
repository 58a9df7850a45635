import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { localFetchTrusting } from '@platform/dev/local-fetch';
import { authorityFile } from '@platform/dev/platform';
import { freePorts } from '@platform/dev/ports';
import { withClient } from '@platform/dev/postgres';
import { signInAsBrowser } from '@platform/dev/sign-in';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { eventually } from '@platform/testkit/eventually';
import { ownPlatform } from '@platform/testkit/platform';
import type { OwnPlatform } from '@platform/testkit/platform';
import type { Browser } from 'playwright-core';
import { runsLongTests } from '@platform/testkit/long-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCorporateProviders } from '../acceptance/corporate-providers.ts';
import type { CorporateProviders } from '../acceptance/corporate-providers.ts';
import { hasBrowser, startBrowser } from '../browser/browser.ts';
import { cognitoUser, startCognito } from './cognito.ts';
import { hasRegistry, packedSdk, surprisesOf, walkQuickstart } from './quickstart.ts';
import type { Quickstart, WalkedQuickstart } from './quickstart.ts';
import { shellWithTenantctl } from './tenantctl.ts';

const canRun = runsLongTests && hasBrowser && (await hasRegistry());

/** Quickstarts in which the platform calls servers of other companies: it reaches them by https only. */
describe.runIf(canRun)('the quickstart', () => {
  const folder = temporaryFolder('companies-');
  const dataDir = join(folder.path, 'data');
  const servers: Server[] = [];
  const walked: WalkedQuickstart[] = [];
  let providers: CorporateProviders;
  let under: OwnPlatform;
  let browser: Browser;
  let shell: Record<string, string>;
  let sdk: string;
  let migrationPort = 0;

  beforeAll(async () => {
    providers = await startCorporateProviders(dataDir, toMigration);
    const env = { ...process.env, ...providers.environment };
    [under, browser, sdk] = await Promise.all([
      ownPlatform({ dataDir, tls: true, env }),
      startBrowser(`--host-resolver-rules=${providers.resolverRules}`),
      packedSdk(folder.path),
    ]);
    shell = {
      ...shellWithTenantctl(folder.path),
      NODE_EXTRA_CA_CERTS: authorityFile(dataDir),
    };
  }, 300_000);
  afterAll(async () => {
    for (const one of walked) one.stop();
    for (const one of servers) one.close();
    await browser?.close();
    await under?.stop();
    await providers?.stop();
    folder.remove();
  });

  /** What makes the server of the page public: a proxy with a certificate. */
  function toMigration(req: IncomingMessage, res: ServerResponse): boolean {
    const { method, headers, url: path } = req;
    if (path !== '/verify') return false;
    const onward = httpRequest({ port: migrationPort, method, headers, path }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    req.pipe(onward);
    return true;
  }

  async function listening(server: Server): Promise<number> {
    servers.push(server);
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function walk(
    page: string,
    more: Pick<Quickstart, 'ports'> & Partial<Pick<Quickstart, 'env' | 'replacements'>>,
  ): Promise<void> {
    const { ports, env, replacements } = more;
    const walk = await walkQuickstart({
      page,
      tenant: { under },
      folder: join(folder.path, page),
      ports,
      replacements: { ' @platform/sdk': ` '${sdk}'`, ...replacements },
      env: { ...shell, ...env },
    });
    walked.push(walk);
    expect(surprisesOf(page, walk)).toEqual([]);
  }

  /** Stands in for the name server of the company, which this machine does not have. */
  const verification = (): Server =>
    createServer((_, res) => {
      const sql =
        "UPDATE directory.organization_domains SET state = 'verified', verified_at = now()";
      void withClient(under.postgresUrl, (client) => client.query(sql)).then(() => res.end());
    });

  it('b2b works as written, and signs a member in at their company', async () => {
    const [[port = 0], verifyPort] = await Promise.all([freePorts(1), listening(verification())]);
    const { issuer, clientId, clientSecret } = providers.oidc;
    const verify = 'tenantctl organizations domains verify "$ORG" "$DOMAIN"';
    await walk('b2b', {
      ports: { 3000: port },
      replacements: {
        [verify]: `curl -s http://127.0.0.1:${verifyPort}; ${verify.replace('verify', 'get')}`,
      },
      env: {
        PORT: String(port),
        IDP_ISSUER: issuer,
        IDP_CLIENT_ID: clientId,
        IDP_CLIENT_SECRET: clientSecret,
      },
    });
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en' });
    const page = await context.newPage();
    await page.goto(`http://localhost:${port}`);
    await page.fill('[name=identifier]', 'ada@corp.example.com');
    await page.click('main button.primary');
    await page.getByRole('heading', { name: 'Continue with your organization' }).waitFor();
    await page.click('main button.primary');
    await page.fill('[name=login]', 'ada');
    await page.fill('[name=password]', 'anything');
    await page.click('button[type=submit]');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(/^Ada Lovelace works for org_\w+$/).waitFor();
    await context.close();
  });

  async function signIn(password: string): Promise<void> {
    const clientId = await under.signInApplication('demo', []);
    await signInAsBrowser({
      issuer: under.tenant('demo').issuer,
      clientId,
      email: cognitoUser.email,
      password,
      scope: 'openid',
      fetch: localFetchTrusting(readFileSync(authorityFile(dataDir), 'utf8')),
    });
  }

  it('migrate-cognito works as written, and has Cognito check the first password', async () => {
    const asked: string[] = [];
    const [port = 0, cognitoPort = 0] = await freePorts(2);
    servers.push(startCognito(cognitoPort, asked));
    migrationPort = port;
    await walk('migrate-cognito', {
      ports: { 3007: port },
      env: {
        PORT: String(port),
        COGNITO_URL: `http://127.0.0.1:${cognitoPort}/`,
        PUBLIC_URL: providers.oidc.issuer,
      },
    });
    await eventually(() => fetch(`http://127.0.0.1:${port}`).catch(() => undefined));

    await expect(signIn('not the password')).rejects.toThrow('the sign-in stopped');
    await signIn(cognitoUser.password);
    expect(asked).toEqual(['InitiateAuth', 'InitiateAuth', 'GetUser']);
    await signIn(cognitoUser.password);
    expect(asked).toHaveLength(3);
  });
});
