import { describe, expect, test } from 'vitest';
import { deliveryTurn, movedBy } from './delivery-state.ts';
import type { DeliveryEvent, DeliveryStatus } from './delivery-state.ts';

const statuses: DeliveryStatus[] = [
  'pending',
  'in_flight',
  'succeeded',
  'dead_lettered',
  'held',
  'cancelled',
];
const none = '-';
/** Rows: events; columns: pending, in_flight, succeeded, dead_lettered, held, cancelled. */
const table: Record<DeliveryEvent, string[]> = {
  claimed: ['in_flight', none, none, none, none, none],
  returned: [none, 'pending', none, none, none, none],
  delivered: [none, 'succeeded', none, none, none, none],
  failed: [none, 'pending', none, none, none, none],
  exhausted: [none, 'dead_lettered exhausted', none, none, none, none],
  gone: [none, 'dead_lettered gone', none, none, none, none],
  abandoned: [none, 'pending', none, none, none, none],
  event_lost: [none, 'dead_lettered event_unavailable', none, none, none, none],
  endpoint_disabled: ['held', none, none, none, none, none],
  endpoint_enabled: [none, none, none, none, 'pending', none],
  expired: ['dead_lettered expired', none, none, none, 'dead_lettered expired', none],
  endpoint_deleted: [
    'cancelled endpoint_deleted',
    'cancelled endpoint_deleted',
    none,
    none,
    'cancelled endpoint_deleted',
    none,
  ],
  redelivered: ['pending', none, 'pending', 'pending', none, none],
  recovered: [none, none, none, 'pending', none, none],
};
const shown = (turn: ReturnType<typeof deliveryTurn>): string =>
  turn ? [turn.status, turn.reason].filter(Boolean).join(' ') : none;

describe('every pair of state and event', () => {
  test.each(Object.entries(table) as [DeliveryEvent, string[]][])('%s', (event, row) => {
    expect(statuses.map((status) => shown(deliveryTurn(status, event)))).toEqual(row);
    expect(movedBy(event).sort()).toEqual(statuses.filter((_, i) => row[i] !== none).sort());
  });

  test.each<[DeliveryEvent, boolean, boolean, string]>([
    ['failed', false, false, 'held'],
    ['returned', false, false, 'held'],
    ['abandoned', false, false, 'held'],
    ['abandoned', true, true, 'dead_lettered process_died'],
    ['abandoned', false, true, 'dead_lettered process_died'],
    ['delivered', false, false, 'succeeded'],
    ['exhausted', false, false, 'dead_lettered exhausted'],
  ])(
    'in_flight, %s, endpoint enabled %s, at most once %s: %s',
    (event, endpointEnabled, atMostOnce, to) => {
      expect(shown(deliveryTurn('in_flight', event, { endpointEnabled, atMostOnce }))).toBe(to);
    },
  );
});
