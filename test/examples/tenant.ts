import { demoFlow } from '@platform/dev/demo-flow';
import { localFetch } from '@platform/dev/local-fetch';
import { createPlatform } from '@platform/sdk';
import type { CreateApplicationRequest, Platform } from '@platform/sdk';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import type { Person } from '../browser/person.ts';

/** A tenant in which examples run. */
export interface ExampleTenant {
  under: PlatformUnderTest;
  /** The API, as the tenant's administrator. */
  platform: Platform;
  /** What the `.env` of an example says of the platform. */
  environment: { GATEWAY: string; ISSUER: string };
  /** Registers an application. Returns what its `.env` says of it. */
  register(
    application: Omit<CreateApplicationRequest, 'name'>,
  ): Promise<{ CLIENT_ID: string; CLIENT_SECRET: string }>;
  /** Gets a token of an application itself. */
  token(client: { CLIENT_ID: string; CLIENT_SECRET: string }, scope?: string): Promise<string>;
}

/** Makes a tenant with the login flow of the demo tenants. */
export async function exampleTenant(): Promise<ExampleTenant> {
  const under = await sharedPlatform(['demo']);
  const { gateway } = under.ready;
  const { issuer } = under.tenant('demo');
  const platform = createPlatform({ baseUrl: gateway, token: await under.token('demo') });
  await platform.loginFlows.draft.put(demoFlow as never);
  await platform.loginFlows.activate({ source: 'draft', expectedActiveVersion: 0 });
  return {
    under,
    platform,
    environment: { GATEWAY: gateway, ISSUER: issuer },
    async register(application) {
      const { clientId, clientSecret = '' } = await platform.applications.create({
        name: 'Example',
        ...application,
      });
      return { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
    },
    async token({ CLIENT_ID, CLIENT_SECRET }, scope) {
      const response = await localFetch(`${issuer}/oauth2/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: String(
          new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) }),
        ),
      });
      const { access_token: token } = (await response.json()) as { access_token: string };
      return token;
    },
  };
}

/** Signs in on the pages of the tenant. */
export async function signIn(
  ada: Person,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await ada.sees(/^Sign in to/);
  await ada.fills({ identifier: email });
  await ada.goesOn();
  await ada.sees('Enter your password');
  await ada.fills({ password });
  await ada.goesOn();
}
