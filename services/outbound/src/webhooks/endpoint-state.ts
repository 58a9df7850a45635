import type { EndpointRecord } from './endpoint-record.ts';

export type EndpointStatus = EndpointRecord['status'];

/** The events of the state machine of endpoints. */
export type EndpointEvent = 'disabled_by_admin' | 'enabled_by_admin' | 'failing' | 'gone';

/** A transition, and its notice. */
export interface EndpointTurn {
  status: EndpointStatus;
  reason: EndpointRecord['statusReason'];
  emits: 'webhook.endpoint_updated' | 'webhook.endpoint_auto_disabled';
}

const disabled: EndpointTurn = {
  status: 'disabled',
  reason: 'admin',
  emits: 'webhook.endpoint_updated',
};
const enabled: EndpointTurn = {
  status: 'enabled',
  reason: null,
  emits: 'webhook.endpoint_updated',
};
const auto = (reason: 'failing' | 'gone'): EndpointTurn => ({
  status: 'auto_disabled',
  reason,
  emits: 'webhook.endpoint_auto_disabled',
});

const moves: Record<EndpointEvent, Partial<Record<EndpointStatus, EndpointTurn>>> = {
  disabled_by_admin: { enabled: disabled, auto_disabled: disabled },
  enabled_by_admin: { disabled: enabled, auto_disabled: enabled },
  failing: { enabled: auto('failing') },
  gone: { enabled: auto('gone') },
};

/** Returns the transition of `event`; undefined if it changes nothing. */
export const endpointTurn = (
  status: EndpointStatus,
  event: EndpointEvent,
): EndpointTurn | undefined => moves[event][status];
