import type { RowOf, Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

const devices = identityFacade.table('devices');
const shown = devices.pick('id', 'userAgent', 'createdAt', 'lastUsedAt', 'trustedUntil');
const trusted = devices.only((of) => of('trustedUntil', 'is not', null));

type DeviceRow = RowOf<typeof shown>;
type FirstUse = Pick<RowOf<typeof devices>, 'firstLoginId' | 'isFirst'>;

const columns = `id, user_agent, created_at, last_used_at, trusted_until`;

/** The devices of a user, the last used one first. */
export const listDevices = (tx: Tx, userId: string): Promise<DeviceRow[]> =>
  tx.prepared<DeviceRow>(
    'devices_of_user',
    `SELECT ${columns} FROM devices WHERE tenant_id = $1 AND user_id = $2 ORDER BY last_used_at DESC, id`,
    [tx.context.tenantId, userId],
  );

export const findDevice = async (
  tx: Tx,
  { userId, digest }: { userId: string; digest: string },
): Promise<DeviceRow | undefined> =>
  (
    await tx.prepared<DeviceRow>(
      'device_by_digest',
      `SELECT ${columns} FROM devices WHERE tenant_id = $1 AND user_id = $2 AND digest = $3`,
      [tx.context.tenantId, userId, digest],
    )
  )[0];

/** Replaces the cookie of a browser, for every user who has signed in with it. */
export const renameDevice = (tx: Tx, former: string, digest: string): Promise<number> =>
  devices.update(tx, { digest: former }, { digest });

/** The columns of {@link upsertDevice}. */
export interface DeviceUse {
  id: string;
  userId: string;
  digest: string;
  userAgent: string;
  loginId: string;
  now: Date;
  /** Null leaves the trust unchanged. */
  trustedUntil: Date | null;
}

/** Inserts a device, or updates its use. `isFirst`: the user had no other device when it was inserted. */
export const upsertDevice = async (
  tx: Tx,
  { id, userId, digest, userAgent, loginId, now, trustedUntil }: DeviceUse,
): Promise<FirstUse> => {
  const row = await tx.row<FirstUse>(
    `INSERT INTO devices AS d (tenant_id, user_id, id, digest, user_agent, first_login_id, is_first, created_at, last_used_at, trusted_until)
     VALUES ($1, $2, $3, $4, $5, $6, NOT EXISTS (SELECT FROM devices WHERE tenant_id = $1 AND user_id = $2), $7, $7, $8)
     ON CONFLICT ON CONSTRAINT devices__digest_key DO UPDATE
       SET last_used_at = $7, user_agent = $5, trusted_until = coalesce($8, d.trusted_until)
     RETURNING first_login_id, is_first`,
    [tx.context.tenantId, userId, id, digest, userAgent, loginId, now, trustedUntil],
  );
  if (!row) throw new Error('an upsert returned no row');
  return row;
};

/** Deletes all devices except the ones used last. */
export const deleteDevicesBeyond = (tx: Tx, userId: string, kept: number): Promise<number> => {
  const others = devices
    .pick('id')
    .select(tx)
    .where('userId', '=', userId)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .offset(kept);
  return devices.only((of) => of('id', 'in', others)).delete(tx, { userId });
};

export const deleteDevice = (tx: Tx, userId: string, id: string): Promise<number> =>
  devices.delete(tx, { userId, id });

export const deleteDevicesOf = (tx: Tx, userId: string): Promise<number> =>
  devices.delete(tx, { userId });

/** Ends the trust in every device of a user. */
export const updateDevicesUntrusted = (tx: Tx, userId: string): Promise<number> =>
  trusted.update(tx, { userId }, { trustedUntil: null });
