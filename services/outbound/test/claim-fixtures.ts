import type { PropertyName } from '@platform/contracts';
import type { TestApi } from '@platform/testkit/service';
import type { RpcPeer } from '@platform/kit/grpc';
import { patientPeer } from '@platform/testkit/patient-peer';
import { newId } from '@platform/kit/ids';
import type { RunningService } from '@platform/kit/service';
import { startReceiver } from '@platform/testkit/receiver';
import type { Behaviour, Received } from '@platform/testkit/receiver';
import { webhookPlatform } from './webhook-fixtures.ts';

/** A resolution request; by default for a user of one client and an access token. */
export interface ClaimRequest {
  tenantId: string;
  clientId?: string;
  subject?: { type: string; id: string };
  organizationId?: string;
  scopes?: string[];
  tokens?: string[];
  resource?: string;
}

/** Answers with JSON. */
export const json = (document: unknown, more: Behaviour = {}): Behaviour => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(document),
  ...more,
});

/** Outbound with a receiver that answers requests for claims. */
export async function startClaimPlatform(properties: Partial<Record<PropertyName, string>> = {}) {
  const web = await webhookPlatform(properties);
  const receiver = await startReceiver();
  const answers = new Map<string, (request: Received, number: number) => Behaviour>();
  receiver.answer = (request, number) => answers.get(request.path)?.(request, number) ?? json({});
  const peers: RpcPeer[] = [];

  const peerOf = (account: string, pod: RunningService = web.platform.service) => {
    const peer = patientPeer({
      address: `127.0.0.1:${pod.rpcPort}`,
      token: () => web.platform.cluster.mint(account, 'outbound'),
    });
    peers.push(peer);
    return peer.service('platform.outbound.v1.ClaimSchemas');
  };
  const fga = peerOf('fga');

  return {
    ...web,
    receiver,
    peerOf,
    /** Creates an endpoint for claims with its own path and behavior. */
    async source(
      api: TestApi,
      answer: (request: Received, number: number) => Behaviour,
      more: Record<string, unknown> = {},
    ) {
      const path = `/${newId('request')}`;
      answers.set(path, answer);
      const endpoint = await web.endpoint(api, {
        url: `http://localhost:${receiver.port}${path}`,
        eventTypes: [],
        purposes: ['claims'],
        ...more,
      });
      return {
        ...endpoint,
        endpointId: endpoint.id,
        received: () => receiver.received.filter((r) => r.path === path),
        answer: (next: (request: Received, number: number) => Behaviour) =>
          void answers.set(path, next),
      };
    },
    async claim(
      api: TestApi,
      name: string,
      endpointId: string,
      { source = {}, ...body }: { source?: object; [member: string]: unknown } = {},
    ): Promise<void> {
      const answer = await api.put(`/api/v1/webhook-claim-schemas/${encodeURIComponent(name)}`, {
        body: {
          schema: {},
          source: { kind: 'endpoint', endpointId, ...source },
          ...body,
        },
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      if (!('timeoutMilliseconds' in source))
        // Longer than the API allows: a busy machine may take more.
        await web.sql(
          `UPDATE claim_schemas SET source = jsonb_set(source::jsonb, '{timeoutMilliseconds}', '600000') WHERE endpoint_id = $1 AND claim_name = $2`,
          [endpointId, name],
        );
    },
    /** Returns the claims of each token as objects, the missing required ones, and the sources. */
    async resolve(
      {
        tenantId,
        clientId = 'app',
        subject = { type: 'user', id: 'usr_1' },
        organizationId = '',
        scopes = [],
        tokens = ['access_token'],
        resource = '',
      }: ClaimRequest,
      { deadlineMs, peer = fga }: { deadlineMs?: number; peer?: typeof fga } = {},
    ) {
      const { claims, unmet, sources } = await peer.Resolve(
        { tenantId, clientId, subject, organizationId, scopes, tokens, resource },
        deadlineMs === undefined ? {} : { deadlineMs },
      );
      return {
        claims: Object.fromEntries(
          claims.map(({ token, claimsJson }) => [
            token,
            JSON.parse(claimsJson) as Record<string, unknown>,
          ]),
        ),
        unmet,
        sources,
      };
    },
    async stop() {
      for (const peer of peers) peer.close();
      await receiver.stop();
      await web.platform.stop();
    },
  };
}

export type ClaimTestPlatform = Awaited<ReturnType<typeof startClaimPlatform>>;
