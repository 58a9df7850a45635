import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, startBrowser } from '../browser/browser.ts';
import { person, totpCode } from '../browser/person.ts';
import { repository, startExample, startServer } from './example.ts';
import type { RunningExample } from './example.ts';
import { exampleTenant, signIn } from './tenant.ts';
import type { ExampleTenant } from './tenant.ts';

const scopes = ['openid', 'profile', 'email', 'offline_access', 'orders.read', 'orders.refund'];
const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('react-spa', () => {
  let tenant: ExampleTenant;
  let browser: Browser;
  let api: RunningExample;
  let application: RunningExample;

  beforeAll(async () => {
    [tenant, browser] = await Promise.all([exampleTenant(), startBrowser()]);
    api = await startExample('express-api', tenant.environment);
    application = await startServer({
      folder: join(repository, 'examples/react-spa'),
      command: join(repository, 'node_modules/.bin/vite'),
      args: [],
      ready: /ready in/,
      env: async (port) => {
        const origin = `http://localhost:${port}`;
        const { CLIENT_ID } = await tenant.register({
          type: 'spa',
          redirectUris: [`${origin}/`],
          postLogoutRedirectUris: [`${origin}/`],
          allowedOrigins: [origin],
          allowedScopes: [...scopes],
        });
        return { VITE_ISSUER: tenant.environment.ISSUER, VITE_CLIENT_ID: CLIENT_ID, API: api.url };
      },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([application?.stop(), api?.stop()]);
  });

  it('signs users in, steps up for a refund, and signs them out', async () => {
    const someone = await tenant.under.person('demo', { profile: { displayName: 'Ada Lovelace' } });
    const ada = await person(browser, tenant.under.ready.inbox);
    const { page } = ada;
    await page.goto(application.url);
    await ada.sees('Orders');
    await ada.presses('Sign in');
    await signIn(ada, someone);
    await ada.sees('Signed in as Ada Lovelace');
    expect(new URL(page.url()).search).toBe('');
    await page.getByText('ord_1: 120').waitFor();

    await ada.presses('Refund');
    await ada.sees('Protect your account');
    await page.click('[name=method][value=totp]');
    await ada.sees('Set up your authenticator app');
    await ada.fills({ code: totpCode((await page.textContent('.secret')) ?? '') });
    await ada.sees('Save your recovery codes');
    await ada.goesOn();
    await ada.sees('Signed in as Ada Lovelace');
    await ada.presses('Refund');
    await page.getByText('ord_1 has been refunded.').waitFor();

    await ada.presses('Sign out');
    await ada.goesOn();
    await ada.sees('Orders');
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});
