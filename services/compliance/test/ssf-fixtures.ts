import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PropertyName } from '@platform/contracts';
import { eventually } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { startReceiver } from '@platform/testkit/receiver';
import type { Behaviour, Receiver, Received } from '@platform/testkit/receiver';
import type { TestApi } from '@platform/testkit/service';
import { temporaryFolder } from '@platform/testkit/stores';
import { compactVerify, decodeJwt, importJWK } from 'jose';
import type { JWK } from 'jose';
import { testCertificate } from '../../../packages/kit/src/auth/test-certificate.ts';
import { compliancePlatform, ok } from './compliance-fixtures.ts';

export const receivers = '/api/v1/ssf/receivers';
export const push = 'urn:ietf:rfc:8935';
export const poll = 'urn:ietf:rfc:8936';
export const verification = 'https://schemas.openid.net/secevent/ssf/event-type/verification';
export const streamUpdated = 'https://schemas.openid.net/secevent/ssf/event-type/stream-updated';
export const sessionRevoked = 'https://schemas.openid.net/secevent/caep/event-type/session-revoked';

/** A security event token, parsed strictly by RFC 8417. */
export interface Token {
  header: Record<string, unknown>;
  claims: Record<string, any>;
  /** The single event type. */
  type: string;
  event: Record<string, any>;
}

let names = 0;
const aName = (): string => `Receiver ${(names += 1)}`;

/** Compliance that may push to `localhost` over TLS, and a strict receiver of security event tokens. */
export async function ssfPlatform(
  properties: Partial<Record<PropertyName, string>> = {},
  options: Parameters<typeof compliancePlatform>[2] = {},
) {
  const certificate = testCertificate();
  const folder = temporaryFolder('platform-test-ssf-');
  const caPath = join(folder.path, 'ca.pem');
  writeFileSync(caPath, certificate.cert);
  const under = await compliancePlatform(
    {
      'platform.outbound-http.extra-ca-path': caPath,
      'platform.compliance.egress.allowed-internal-hosts': 'localhost',
      'platform.gateway.public-base-url': 'https://api.example.com',
      'platform.ssf.poll.max-wait': '5s',
      'platform.ssf.min-verification-interval': '1h',
      ...properties,
    },
    undefined,
    options,
  );
  const opened: Receiver[] = [];

  /** Verifies a token with the published keys. */
  async function verified(jws: string): Promise<Token> {
    const { keys } = (await (await fetch(under.platform.hub.jwksUri)).json()) as { keys: JWK[] };
    const { payload, protectedHeader } = await compactVerify(jws, async ({ kid }) =>
      importJWK(keys.find((key) => key.kid === kid && !('x-purpose' in key)) as JWK, 'RS256'),
    );
    const claims = JSON.parse(Buffer.from(payload).toString());
    const [[type, event], ...more] = Object.entries<Record<string, any>>(claims.events) as [
      [string, Record<string, any>],
      ...unknown[],
    ];
    if (more.length > 0) throw new Error('a token must hold one event');
    return { header: protectedHeader, claims, type, event };
  }

  return {
    ...under,
    verified,
    async receiver(answer: (request: Received, number: number) => Behaviour = () => ({})) {
      const receiver = await startReceiver(answer, certificate);
      opened.push(receiver);
      return receiver;
    },
    /** Registers a push receiver; resolves when it has acknowledged its verification event. */
    async pushTo(api: TestApi, { url }: Receiver, body: Record<string, unknown> = {}) {
      const delivery = { method: push, endpointUrl: url };
      const { id } = ok(await api.post(receivers, { body: { name: aName(), delivery, ...body } }));
      await eventually(
        async () => ok(await api.get(`${receivers}/${id}`)).verification.state === 'verified',
      );
      return id as string;
    },
    register: (api: TestApi, body: Record<string, unknown>) =>
      api.post(receivers, { body: { name: aName(), ...body } }),
    /** A receiver's API: a client with the scopes of SSF. */
    client: (tenant: TestTenant, clientId = 'app', scopes = ['ssf.manage']) =>
      under.platform.as({ tenant, clientId, scopes }),
    async stop() {
      await Promise.all(opened.map((one) => one.stop()));
      await under.stop();
      folder.remove();
    },
  };
}

export type SsfTestPlatform = Awaited<ReturnType<typeof ssfPlatform>>;

/** Returns the type of a token. */
export const typeOf = (jws: string): string =>
  Object.keys(decodeJwt(jws)['events'] as object)[0] as string;

/** Returns the types of the received tokens, in order. */
export const typesIn = ({ received }: Receiver): string[] =>
  received.map(({ body }) => typeOf(body));
