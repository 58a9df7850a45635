import { randomUUID } from 'node:crypto';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { Webhook } from 'standardwebhooks';
import { runsLongTests } from '@platform/testkit/long-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProxy } from './local-proxy.ts';
import type { TestProxy } from './local-proxy.ts';
import { prepare, runProgram } from './sdk-programs.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const body = JSON.stringify({
  id: 'evt_01h455vb4pex5vsknk084sn02q',
  type: 'user.created',
  data: {},
});

function signed(at: Date): { headers: Record<string, string>; body: string } {
  const id = 'evt_01h455vb4pex5vsknk084sn02q';
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
  return { headers, body };
}

let under: PlatformUnderTest;
let tenants: TestProxy;

beforeAll(async () => {
  [under, tenants] = await Promise.all([sharedPlatform(['sdks']), startProxy()]);
});
afterAll(() => tenants?.close());

describe.each(runsLongTests ? (['python', 'go'] as const) : (['python'] as const))(
  'the SDK for %s',
  (language) => {
    let seen: Record<string, unknown> | { missing: string };
    let tokenRequests: number;
    let fragile: TestProxy;
    let limited: TestProxy;
    let unavailable: TestProxy;

    beforeAll(async () => {
      const program = await prepare(language);
      const { gateway } = under.ready;
      [fragile, limited, unavailable] = await Promise.all([
        startProxy(gateway),
        startProxy(gateway, { status: 429, code: 'rate_limited' }),
        startProxy(gateway, { status: 503, code: 'upstream_unavailable' }),
      ]);
      if ('missing' in program) {
        seen = program;
        console.warn(program.missing);
        return;
      }
      const before = tenants.passed.length;
      const { issuer, clientId, clientSecret } = under.tenant('sdks');
      const input = {
        gateway,
        fragile: fragile.url,
        limited: limited.url,
        unavailable: unavailable.url,
        issuer,
        clientId,
        clientSecret,
        email: `${randomUUID()}@example.com`,
        slug: `engines-${randomUUID().slice(0, 8)}`,
        secret,
        webhook: signed(new Date()),
        oldWebhook: signed(new Date(Date.now() - 3_600_000)),
      };
      const env = {
        HTTP_PROXY: tenants.url,
        http_proxy: tenants.url,
        NO_PROXY: '127.0.0.1',
        no_proxy: '127.0.0.1',
      };
      seen = (await runProgram(program, input, env)) as Record<string, unknown>;
      tokenRequests = tenants.passed
        .slice(before)
        .filter(({ url }) => url.endsWith('/token')).length;
    }, 600_000);
    afterAll(() => {
      for (const proxy of [fragile, limited, unavailable]) proxy?.close();
    });

    /** What the program has seen, unless the language is missing. */
    const shows = (name: string, check: (part: unknown) => void): void =>
      it(name, ({ skip }) => {
        if ('missing' in seen) skip(String(seen.missing));
        check(seen);
      });

    shows('creates and gets a user', (all) => {
      expect(all).toMatchObject({
        user: { displayName: 'Ada', email: expect.stringContaining('@') as string },
      });
    });

    shows('reports problems with the property that is wrong', (all) => {
      const requestId = expect.stringMatching(/^req_/) as string;
      expect(all).toMatchObject({
        taken: { code: 'already_exists', status: 409, requestId },
        invalid: { code: 'validation_failed', status: 422, requestId, field: 'invalid_format' },
      });
    });

    shows('refuses to overwrite the change of someone else', (all) => {
      expect(all).toMatchObject({ conflict: 'precondition_failed' });
    });

    shows('iterates over the users of all pages', (all) => {
      expect(all).toMatchObject({ pages: [2, 2, 2], isComplete: true });
    });

    shows('creates a user once although the first response is lost', (all) => {
      expect(fragile.passed.map(({ method }) => method)).toEqual(['POST', 'POST']);
      expect(all).toMatchObject({ retried: { isReplayed: true, users: 1 } });
    });

    shows('repeats an update after 429, and not after 503, when it may have been made', (all) => {
      expect(all).toMatchObject({
        limited: 'Lovelace',
        unavailable: { code: 'upstream_unavailable', attempts: 1, retryAfter: 1 },
      });
      expect([limited.passed.length, unavailable.passed.length]).toEqual([2, 1]);
    });

    shows('requests one token for all calls, and says why there is none', (all) => {
      expect(tokenRequests).toBe(2);
      expect(all).toMatchObject({
        refused: { code: 'token_unavailable', cause: 'invalid_client' },
      });
    });

    shows('verifies access tokens', (all) => {
      expect(all).toMatchObject({
        token: {
          clientId: under.tenant('sdks').clientId,
          missing: 'insufficient_scope',
          otherAudience: 'token_invalid',
          tampered: 'token_invalid',
          noToken: 'token_invalid',
        },
      });
    });

    shows('verifies webhooks', (all) => {
      expect(all).toMatchObject({
        webhook: {
          valid: 'user.created',
          changed: 'signature_invalid',
          old: 'timestamp_out_of_tolerance',
          unsigned: 'header_missing',
        },
      });
    });
  },
);
