import { eventCatalog, exampleEvent } from '@platform/contracts';
import type { EventTypeName, PlatformEvent } from '@platform/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ecsDocument } from './format-ecs.ts';
import { ocsfDocument } from './format-ocsf.ts';
import { formatted } from './formats.ts';

const at = '2026-11-20T05:41:00.123Z';
const example = (type: EventTypeName, more: Partial<PlatformEvent> = {}): PlatformEvent => ({
  ...exampleEvent(type, { id: 'evt_01m7vqhvjpfrhtg5g075cmmcw9', occurredAt: at }),
  ...more,
});
const types = Object.keys(eventCatalog) as EventTypeName[];

describe('ocsf', () => {
  test.each([
    ['user.created', 3001, 1],
    ['user.suspended', 3001, 5],
    ['user.deleted', 3001, 6],
    ['user.updated', 3001, 99],
    ['user.signed_in', 3002, 1],
    ['user.signed_out', 3002, 2],
    ['pim.activation_started', 3005, 1],
    ['directory.group_created', 3006, 6],
    ['directory.group_role_mapping_deleted', 3005, 2],
    ['webhook.endpoint_created', 3004, 1],
    ['webhook.endpoint_deleted', 3004, 4],
  ] as const)('%s is %i, activity %i', (type, classUid, activityId) => {
    expect(ocsfDocument(example(type))).toMatchObject({
      class_uid: classUid,
      activity_id: activityId,
      type_uid: classUid * 100 + activityId,
      time: Date.parse(at),
      metadata: { version: '1.3.0', uid: 'evt_01m7vqhvjpfrhtg5g075cmmcw9', event_code: type },
      unmapped: { event: { type } },
    });
  });

  test.each([
    ['userDirectoryCreate', 1],
    ['eventsList', 2],
    ['hookUpdate', 3],
    ['siemDeleteSink', 4],
    ['webhookEndpointRotateSecret', 3],
    ['unheardOf', 99],
  ])('the operation %s is activity %i of an API', (operationId, activity) => {
    const data = { operationId, outcome: 'success', status: 200 };
    expect(ocsfDocument(example('audit.recorded', { data }))).toMatchObject({
      class_uid: 6003,
      category_uid: 6,
      activity_id: activity,
      status_id: 1,
      api: { operation: operationId },
    });
  });

  test('every type of the catalog has the required properties of all classes', () => {
    for (const type of types)
      expect(ocsfDocument(example(type))).toMatchObject({
        activity_id: expect.any(Number),
        category_uid: expect.any(Number),
        severity_id: expect.any(Number),
        metadata: { product: { vendor_name: 'Platform' } },
      });
  });
});

test('ecs: every type of the catalog has a valid ECS category and type', () => {
  const categories = new Set(['authentication', 'iam', 'configuration']);
  const kinds = new Set('start end info creation deletion change user group admin'.split(' '));
  for (const type of types) {
    const { event } = ecsDocument(example(type)) as {
      event: { category: string[]; type: string[] };
    };
    expect([type, event.category.every((c) => categories.has(c))]).toEqual([type, true]);
    expect([type, event.type.every((k) => kinds.has(k))]).toEqual([type, true]);
  }
});

test('every format writes any event on one line', () => {
  const formats = ['platform_json', 'ocsf', 'ecs', 'cef'] as const;
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...formats), (text, format) => {
      const data = { userAgent: text, requestId: text, user: { id: 'usr_1', name: text } };
      return !/[\r\n]/.test(formatted(format, example('user.updated', { data })));
    }),
  );
});
