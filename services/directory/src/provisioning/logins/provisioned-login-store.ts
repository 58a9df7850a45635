import type { ProvisionUserResponse } from '@platform/protos';
import type { Tx } from '@platform/kit/database';
import { directory } from '../../generated/tables.ts';

const logins = directory
  .table('provisionedLogins')
  .narrow<{ response: ProvisionUserResponse }>()
  .pick('response');

/** The first response to a login; undefined if there is none. */
export const findProvisionedLogin = async (
  tx: Tx,
  loginId: string,
): Promise<ProvisionUserResponse | undefined> => (await logins.find(tx, { loginId }))?.response;

export const insertProvisionedLogin = (
  tx: Tx,
  loginId: string,
  response: ProvisionUserResponse,
): Promise<number> => logins.insert(tx, { loginId, response });
