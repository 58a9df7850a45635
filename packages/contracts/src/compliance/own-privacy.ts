import { z } from 'zod';
import { text, time } from '../common/text.ts';
import { AccessRequest, AccessRequestKind } from './access-request.ts';
import { ErasureState } from './erasure-request.ts';

/** Body of the withdrawal of one's own consent. */
export const WithdrawMyConsentRequest = z
  .strictObject({ reason: text({ max: 500 }).optional() })
  .meta({ id: 'WithdrawMyConsentRequest' });

/** Body of a request for one's own data. */
export const CreateMyAccessRequest = z
  .strictObject({ kind: AccessRequestKind.default('access') })
  .meta({ id: 'CreateMyAccessRequest' });

/** The user's own request for their data. */
export const MyAccessRequest = AccessRequest.pick({
  id: true,
  state: true,
  kind: true,
  receivedAt: true,
  dueAt: true,
  bundle: true,
  createdAt: true,
  updatedAt: true,
}).meta({ id: 'MyAccessRequest' });
export type MyAccessRequest = z.input<typeof MyAccessRequest>;

/** The user's own request to be erased. */
export const MyErasureRequest = z
  .object({
    id: z.string(),
    state: ErasureState,
    receivedAt: time,
    dueAt: time,
    deactivatedAt: time.nullable(),
    graceEndsAt: time.nullable().describe('The earliest time at which the data can be erased.'),
    cancellable: z.boolean().describe('Whether the request can still be cancelled.'),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'MyErasureRequest' });
export type MyErasureRequest = z.input<typeof MyErasureRequest>;
