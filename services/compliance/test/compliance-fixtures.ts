import { randomBytes } from 'node:crypto';
import { exampleEvent, partitionOf } from '@platform/contracts';
import type { EventTypeName, PlatformEvent, PropertyName } from '@platform/contracts';
import { withClient } from '@platform/dev/postgres';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { testPlatform } from '@platform/testkit/service';
import type { TestAnswer, TestApi, TestSurroundings } from '@platform/testkit/service';
import { cloudEvent } from '@platform/kit/database';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcPeer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { complianceService } from '../src/service.ts';

export const compliancePaths = {
  consents: '/api/v1/consents',
  purposes: '/api/v1/consent-purposes',
  profile: '/api/v1/compliance-profile',
};

/** An event in the outbox. */
export interface OutboxEvent {
  type: string;
  subject: { type: string; id: string };
  data: any;
}

interface EventName {
  type: EventTypeName;
}

export const errorOf = ({ status, body }: TestAnswer) => [
  status,
  body.code,
  body.errors?.[0]?.pointer,
  body.errors?.[0]?.code,
];

/** Compliance with tenants that each have an application. */
export async function compliancePlatform(
  properties: Partial<Record<PropertyName, string>> = {},
  around: (surroundings: TestSurroundings) => Partial<Record<PropertyName, string>> = () => ({}),
  options: Parameters<typeof complianceService>[0] = {},
) {
  const platform = await testPlatform(complianceService(options), (surroundings) => ({
    'platform.compliance.subject-hash-key': randomBytes(32).toString('base64'),
    // Tests sweep by hand.
    'platform.consents.sweep-cron': '0 0 0 1 1 *',
    ...around(surroundings),
    ...properties,
  }));
  await eventually(async () => platform.service.platform.bus.isConnected());
  const peers: RpcPeer[] = [];
  let count = 0;

  const sql = <R>(statement: string, params: unknown[] = []): Promise<R[]> =>
    withClient(platform.database.url, async (client) => {
      await client.query('SET search_path = compliance');
      return (await client.query(statement, params)).rows as R[];
    });

  /** Returns the events about a subject, in order. */
  const eventsOf = async (tenant: TestTenant, subjectId: string): Promise<OutboxEvent[]> =>
    (
      await sql<{ event: OutboxEvent }>(
        `SELECT envelope->'data' AS event FROM outbox
         WHERE tenant_id = $1 AND envelope->'data'->'subject'->>'id' = $2 AND envelope->>'type' <> 'audit.recorded' ORDER BY position`,
        [tenant.id, subjectId],
      )
    ).map(({ event }) => event);

  /** Returns the keys that signed documents about a subject, from their audit records. */
  const signedWith = async (subjectId: string): Promise<string[]> =>
    (
      await sql<{ kid: string }>(
        `SELECT envelope->'data'->'data'->'details'->>'kid' AS kid FROM outbox
         WHERE envelope->>'type' = 'audit.recorded' AND envelope->'data'->'subject'->>'id' = $1
           AND envelope->'data'->'data'->'details'->'kid' IS NOT NULL ORDER BY position`,
        [subjectId],
      )
    ).map(({ kid }) => kid);

  /** Publishes an event on the bus, like the outbox of a sibling. */
  async function publish(tenant: TestTenant, event: Partial<PlatformEvent> & EventName) {
    const whole = {
      ...exampleEvent(event.type, {
        id: newId('event'),
        occurredAt: new Date().toISOString(),
      }),
      ...event,
    };
    const subject = event.type.startsWith('tenant.')
      ? `platform.${event.type}`
      : `events.${partitionOf(tenant.id)}.${tenant.id}.${event.type}`;
    const envelope = cloudEvent('sibling', whole, { tenantId: tenant.id });
    await platform.service.platform.bus.jetstream()?.publish(subject, envelope);
    return whole;
  }

  /** Waits until the service knows a tenant: on a busy machine, the first lookup outlasts a request. */
  const known = ({ id }: TestTenant) =>
    eventually(() =>
      platform.service.platform.trust.tenants.byId(id).then(
        () => true,
        () => false,
      ),
    );

  return {
    platform,
    sql,
    publish,
    eventsOf,
    signedWith,
    typesOf: async (tenant: TestTenant, subjectId: string) =>
      (await eventsOf(tenant, subjectId)).map(({ type }) => type),
    async tenant() {
      const tenant = platform.hub.tenant(`tenant-${(count += 1)}`);
      platform.hub.setClient(tenant, 'app');
      await known(tenant);
      return { tenant, api: await platform.as({ tenant }) };
    },
    /** The gRPC client of one of compliance's siblings. */
    peer(account: string): RpcPeer {
      const peer = patientPeer({
        address: `127.0.0.1:${platform.service.rpcPort}`,
        token: () => platform.cluster.mint(account, 'compliance'),
      });
      peers.push(peer);
      return peer;
    },
    async stop() {
      for (const peer of peers) peer.close();
      await platform.stop();
    },
  };
}

export type ComplianceTestPlatform = Awaited<ReturnType<typeof compliancePlatform>>;

/** Returns the body of a 200. */
export const ok = ({ status, body }: TestAnswer): any => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

let subjects = 0;
/** Returns a person that no other test uses. */
export const aSubject = (): string => `customer-${(subjects += 1)}-${newId('request')}`;

export const grant = (api: TestApi, body: Record<string, unknown> = {}): Promise<TestAnswer> =>
  api.post(compliancePaths.consents, {
    body: { subjectId: aSubject(), purposeKey: 'newsletter', ...body },
  });

/** Creates a version of a document of `app` and activates it. */
export async function activeDocument(
  api: TestApi,
  body: Record<string, unknown> = {},
  docType = 'privacy-policy',
): Promise<any> {
  const path = `/api/v1/applications/app/${docType}`;
  const draft = ok(
    await api.post(path, { body: { title: 'T', locale: 'en', content: 'text', ...body } }),
  );
  return ok(await api.post(`${path}/${draft.id}/activate`));
}
