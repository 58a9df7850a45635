import { findEventType } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { invalid, problem } from '@platform/kit/problem';
import { requestType } from '../claim-schemas/claim-source.ts';
import type { ClaimTest, TestedFor } from '../claim-schemas/claim-test.ts';
import type { Attempts } from '../attempts/attempt.ts';
import { attemptResource } from '../deliveries/delivery-resource.ts';
import { listLanes } from '../lanes/lanes.ts';
import { recordTest } from '../deliveries/ended-request.ts';
import { eventBody } from '../deliveries/event-body.ts';
import { endpointData } from '../webhooks/endpoint-notices.ts';
import type { EndpointTargets } from '../webhooks/endpoint-target.ts';
import type { EndpointView } from '../webhooks/endpoint-view.ts';
import type { HookTester, TestContext } from './hook-test-handlers.ts';
import { testEvent } from './test-event.ts';

const defaultType = 'webhook.test';

function requireTestable(type: string): void {
  const entry = findEventType(type);
  if (!entry || entry.channel !== 'events')
    throw invalid('/eventType', 'unknown_event_type', 'must be an event type of the catalog');
}

/** Tests a webhook endpoint: sends an event, or asks for its claims. */
export const endpointTest = ({
  attempts,
  targets,
  view,
  claimTest,
  clock,
}: {
  attempts: Attempts;
  targets: EndpointTargets;
  view: EndpointView;
  claimTest: ClaimTest;
  clock: () => number;
}): HookTester => {
  async function endpointOf(tx: Tx, id: string) {
    const lane = (await listLanes(tx, [id])).get(id);
    const endpoint = lane && (await endpointData(tx, view, id));
    const target = lane && (await targets.of(tx, id, lane.revision));
    if (!endpoint || !target) throw problem('not_found');
    return { endpoint, target };
  }

  async function testClaims(
    { params: { id }, transact, commit, take }: TestContext,
    wanted: TestedFor,
  ) {
    const { target, schemas } = await transact(async (tx) => {
      const found = {
        ...(await endpointOf(tx, id)),
        schemas: await claimTest.schemasOf(tx, id, wanted),
      };
      await take(tx);
      return found;
    });
    const {
      answer: { requestId, deliveryId, attempt },
      claims,
    } = await claimTest.run(target, schemas, wanted);
    return commit(async (tx) => {
      await recordTest(tx, {
        endpointId: id,
        deliveryId,
        event: { id: requestId, type: requestType },
        attempt,
      });
      return {
        hookId: id,
        hookKind: 'claim_source' as const,
        delivered: attempt.record.outcome === 'succeeded',
        deliveryId,
        eventType: requestType,
        attempt: attemptResource(attempt.record, true),
        claims,
        commands: null,
      };
    });
  }

  return {
    scope: 'tenant:webhooks.write',
    async run(context) {
      const {
        principal,
        params: { id },
        body,
        transact,
        commit,
        take,
      } = context;
      if (body?.claims) return testClaims(context, body.claims);
      const eventType = body?.eventType ?? defaultType;
      requireTestable(eventType);
      const { endpoint, target } = await transact(async (tx) => {
        const found = await endpointOf(tx, id);
        await take(tx);
        return found;
      });
      const startedAt = clock();
      const deliveryId = newId('webhookDelivery');
      const event = testEvent(eventType, {
        actor: { type: principal.type, id: principal.id },
        endpoint,
        now: startedAt,
      });
      const ended = await attempts.send(target, {
        id: newId('webhookAttempt'),
        deliveryId,
        number: 1,
        trigger: 'test',
        startedAt,
        eventId: event.id,
        eventType,
        eventSeq: null,
        event: eventBody(JSON.stringify(event)),
      });
      return commit(async (tx) => {
        await recordTest(tx, { endpointId: id, deliveryId, event, attempt: ended });
        return {
          hookId: id,
          hookKind: 'webhook_endpoint' as const,
          delivered: ended.record.outcome === 'succeeded',
          deliveryId,
          eventType,
          attempt: attemptResource(ended.record, true),
          claims: null,
          commands: null,
        };
      });
    },
  };
};
