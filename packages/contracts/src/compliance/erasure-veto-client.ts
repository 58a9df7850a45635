import { z } from 'zod';
import { listOf } from '../common/list.ts';
import { httpsUrl, text, time } from '../common/text.ts';

/** The decision that applies if a veto client does not respond. */
export const VetoOnTimeout = z.enum(['hold', 'allow']);

/** Body of `erasureVetoClientRegister`. */
export const RegisterVetoClientRequest = z
  .strictObject({
    name: text({ max: 100 }),
    url: httpsUrl.describe('Receives a POST request before a data subject is erased.'),
    onTimeout: VetoOnTimeout.default('hold').describe(
      'How a missing or invalid response is treated.',
    ),
  })
  .meta({ id: 'RegisterVetoClientRequest' });
export type RegisterVetoClientRequest = z.output<typeof RegisterVetoClientRequest>;

const fields = {
  id: z.string(),
  name: z.string(),
  url: z.string(),
  onTimeout: VetoOnTimeout,
  secretLast4: z.string(),
  createdAt: time,
};

/** A system that is called before a data subject is erased. */
export const VetoClient = z.object(fields).meta({ id: 'VetoClient' });
export type VetoClient = z.input<typeof VetoClient>;

/** Response of a registration. */
export const RegisteredVetoClient = z
  .object({
    ...fields,
    secret: z
      .string()
      .describe('Secret that signs the requests (Standard Webhooks). Returned only once.'),
  })
  .meta({ id: 'RegisteredVetoClient' });
export type RegisteredVetoClient = z.input<typeof RegisteredVetoClient>;

/** A page of veto clients. */
export const ListVetoClientsResponse = listOf(VetoClient);
