import { z } from 'zod';
import { Deletion, paging } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import {
  ListSsfDeliveriesResponse,
  ListSsfReceiversResponse,
  RegisterSsfReceiverRequest,
  SsfReceiver,
  ToggleSsfReceiverRequest,
} from './ssf-receiver.ts';

const read = allOf('tenant:compliance.read');
const write = allOf('tenant:compliance.write');
const path = '/api/v1/ssf/receivers';
const one = `${path}/{receiverId}` as const;

/** Operations of administrators on receivers of security events (Shared Signals Framework 1.0). */
export const ssfReceiverOperations = operations({
  ssfReceiverList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists receivers of security events, newest first',
    query: z.strictObject(paging),
    response: ListSsfReceiversResponse,
    errors: [],
    noEtag: true,
  },
  ssfReceiverRegister: {
    method: 'post',
    path,
    scopes: write,
    mode: 'external',
    summary: 'Registers a receiver of security events',
    description:
      'The first token in the queue is a verification event. Nothing else is sent until the receiver acknowledges it.',
    body: RegisterSsfReceiverRequest,
    response: SsfReceiver,
    errors: ['already_exists', 'limit_exceeded'],
  },
  ssfReceiverGet: {
    method: 'get',
    path: one,
    scopes: read,
    summary: 'Gets a receiver of security events',
    response: SsfReceiver,
    errors: [],
  },
  ssfReceiverToggle: {
    method: 'patch',
    path: one,
    scopes: write,
    summary: 'Enables, pauses or disables a receiver',
    description:
      'A paused receiver keeps its tokens for later. Disabling one discards everything in its queue.',
    body: ToggleSsfReceiverRequest,
    response: SsfReceiver,
    errors: ['precondition_failed'],
  },
  ssfReceiverRemove: {
    method: 'delete',
    path: one,
    scopes: write,
    summary: 'Deletes a receiver and its queue',
    response: Deletion,
    errors: ['precondition_failed'],
  },
  ssfReceiverVerify: {
    method: 'post',
    path: `${one}/verify`,
    scopes: write,
    summary: 'Sends a verification event to a receiver',
    response: SsfReceiver,
    errors: ['invalid_state', 'rate_limited'],
  },
  ssfReceiverDeliveries: {
    method: 'get',
    path: `${one}/deliveries`,
    scopes: read,
    summary: 'Lists the security event tokens of a receiver, newest first',
    description: 'Deliveries are kept for 30 days, without the subject of the event.',
    query: z.strictObject(paging),
    response: ListSsfDeliveriesResponse,
    errors: [],
    noEtag: true,
  },
});
