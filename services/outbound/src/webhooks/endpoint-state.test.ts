import { expect, test } from 'vitest';
import { endpointTurn } from './endpoint-state.ts';
import type { EndpointEvent, EndpointStatus } from './endpoint-state.ts';

const updated = 'webhook.endpoint_updated';
const auto = 'webhook.endpoint_auto_disabled';

test.each<[EndpointStatus, EndpointEvent, string | undefined]>([
  ['enabled', 'enabled_by_admin', undefined],
  ['enabled', 'disabled_by_admin', `disabled admin ${updated}`],
  ['enabled', 'failing', `auto_disabled failing ${auto}`],
  ['enabled', 'gone', `auto_disabled gone ${auto}`],
  ['disabled', 'enabled_by_admin', `enabled null ${updated}`],
  ['disabled', 'disabled_by_admin', undefined],
  ['disabled', 'failing', undefined],
  ['disabled', 'gone', undefined],
  ['auto_disabled', 'enabled_by_admin', `enabled null ${updated}`],
  ['auto_disabled', 'disabled_by_admin', `disabled admin ${updated}`],
  ['auto_disabled', 'failing', undefined],
  ['auto_disabled', 'gone', undefined],
])('%s, %s: %s', (status, event, to) => {
  const turn = endpointTurn(status, event);
  expect(turn && `${turn.status} ${turn.reason} ${turn.emits}`).toBe(to);
});
