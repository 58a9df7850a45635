import { RegisterSsfReceiverRequest, ssfDeliveryMethods, ssfStatus } from '@platform/contracts';
import type { Platform, RegisterSsfReceiverRequest as Body, SsfReceiver } from '@platform/sdk';
import { z } from 'zod';
import { pick } from '../members/members.ts';
import { secret } from '../members/secret.ts';
import { application } from './application.ts';
import { defineKind } from './kind.ts';
import { organization } from './organization.ts';

type Status = SsfReceiver['status'];

function storedDelivery({ delivery }: SsfReceiver): object {
  const { method, endpointUrl, hasAuthorizationHeader } = delivery;
  if (method === ssfDeliveryMethods.poll) return { method };
  return { method, endpointUrl, ...(hasAuthorizationHeader && { authorizationHeader: secret() }) };
}

/** A registration cannot say that the receiver is paused. */
async function register(platform: Platform, body: Body, status: Status): Promise<SsfReceiver> {
  const made = await platform.ssf.receivers.create({ ...body, enabled: status !== 'disabled' });
  return made.status === status ? made : platform.ssf.receivers.update(made.id, { status });
}

const receiverMembers = [
  'name',
  'description',
  'clientId',
  'audience',
  'subjectFormat',
  'organizationIds',
  'status',
];

export const ssfReceiver = defineKind<SsfReceiver, Body>({
  name: 'ssf-receiver',
  path: 'ssf-receivers',
  layout: 'files',
  schema: RegisterSsfReceiverRequest.omit({ enabled: true }),
  additional: z.strictObject({ status: ssfStatus.default('enabled') }),
  key: ['name'],
  refersBy: 'ssfReceiver',
  references: [
    { at: 'clientId', to: application },
    { at: 'organizationIds/*', to: organization },
  ],
  secrets: [{ at: 'delivery/authorizationHeader', example: 'Bearer example' }],
  defaults: { description: null, clientId: null, organizationIds: null },
  sets: ['eventsRequested', 'organizationIds'],
  changeable: ['status'],
  list: ({ platform }) => platform.ssf.receivers.list({ limit: 200 }),
  get: (platform, { id }) => platform.ssf.receivers.get(id).response(),
  project: (receiver) => ({
    ...pick(receiver, receiverMembers),
    delivery: storedDelivery(receiver),
    eventsRequested: receiver.eventsRequested ?? undefined,
  }),
  create: ({ platform, body, additional }) =>
    register(platform, body, additional['status'] as Status),
  update: ({ platform, id, additional, options }) =>
    platform.ssf.receivers.update(id, { status: additional['status'] as Status }, options),
  delete: ({ platform, id, options }) => platform.ssf.receivers.delete(id, options),
});
