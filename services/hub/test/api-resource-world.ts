import { expect } from 'vitest';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import type { SignInHub, TestApplication } from './sign-in-hub.ts';

/** An API of a tenant that a test has registered. */
export interface TestApiResource {
  id: string;
  identifier: string;
}

/** Administers the APIs of one tenant at a hub. */
export interface ApiAdmin {
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
  /** Registers an API with these scopes; a text stands for a scope without further settings. */
  api(body: object, scopes?: readonly (string | [string, object])[]): Promise<TestApiResource>;
  /** Gives an application access to an API. */
  grant(
    api: TestApiResource,
    application: Pick<TestApplication, 'clientId'>,
    body?: object,
  ): Promise<void>;
}

/** See {@link ApiAdmin}. */
export async function apiAdmin(
  hub: Pick<SignInHub, 'around' | 'pod' | 'token'>,
  tenant: MadeTenant,
): Promise<ApiAdmin> {
  const base = `http://127.0.0.1:${hub.pod.httpPort}/api/v1/api-resources`;
  const token = (await hub.token(tenant)).body.access_token as string;

  const call: ApiAdmin['call'] = async (method, path, body) => {
    const answer = await fetch(base + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-platform-service-authorization': await hub.around.cluster.mint('product-api', 'hub'),
        'x-platform-client-ip': '192.0.2.1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const done = async (...args: Parameters<ApiAdmin['call']>): Promise<any> => {
    const { status, body } = await call(...args);
    expect([status, body]).toEqual([200, expect.anything()]);
    return body;
  };

  return {
    call,
    async api({ defaultScopes, ...body }: { defaultScopes?: string[] }, scopes = []) {
      const made = await done('POST', '', { name: 'Invoices API', ...body });
      for (const scope of scopes) {
        const [name, more] = typeof scope === 'string' ? [scope, {}] : scope;
        await done('PUT', `/${made.id}/scopes/${encodeURIComponent(name)}`, {
          displayName: { en: `May ${name}`, de: `Darf ${name}` },
          ...more,
        });
      }
      if (defaultScopes) await done('PATCH', `/${made.id}`, { defaultScopes });
      return made;
    },
    async grant({ id }, { clientId }, body = {}) {
      await done('PUT', `/${id}/clients/${clientId}`, body);
    },
  };
}

/** Asks the token endpoint as an application. */
export const askToken = (
  hub: SignInHub,
  { tenant, clientId, secret }: TestApplication,
  form: Record<string, string | string[]>,
): Promise<HubReply> =>
  hub.ask('/oauth2/token', {
    host: tenant.host,
    ...(secret ? { basic: [clientId, secret] } : {}),
    form: { ...(secret ? {} : { client_id: clientId }), ...form },
  });
