import type { ProvisionUserResponse } from '@platform/protos';
import type { Tx } from '@platform/kit/database';

/** The first answer of a login; undefined where it has had none. */
export const findProvisionedLogin = async (
  tx: Tx,
  loginId: string,
): Promise<ProvisionUserResponse | undefined> =>
  (
    await tx.row<{ response: ProvisionUserResponse }>(
      'SELECT response FROM provisioned_logins WHERE tenant_id = $1 AND login_id = $2',
      [tx.context.tenantId, loginId],
    )
  )?.response;

/** Keeps the first answer of a login. */
export const insertProvisionedLogin = (
  tx: Tx,
  loginId: string,
  response: ProvisionUserResponse,
): Promise<number> =>
  tx.execute('INSERT INTO provisioned_logins (tenant_id, login_id, response) VALUES ($1, $2, $3)', [
    tx.context.tenantId,
    loginId,
    JSON.stringify(response),
  ]);
