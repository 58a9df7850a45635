import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import {
  deleteDevice,
  deleteDevicesBeyond,
  deleteDevicesOf,
  findDevice,
  listDevices,
  renameDevice,
  updateDevicesUntrusted,
  upsertDevice,
} from './device-store.ts';

/** Beyond this, the device with the longest time since its last sign-in is dropped. */
const maxDevices = 100;
const maxTrustSeconds = 31_536_000;
const maxUserAgent = 512;
const digestForm = /^[0-9a-f]{64}$/;

/** A browser after a sign-in. */
export interface SignedInDevice {
  userId: string;
  /** Hexadecimal SHA-256 of the browser's cookie. */
  digest: string;
  /** Digest of the cookie that it replaces; empty if there is none. */
  formerDigest: string;
  loginId: string;
  userAgent: string;
  /** 0 if the person did not ask for trust. */
  trustedSeconds: number;
}

function requireForm({ digest, formerDigest, trustedSeconds }: SignedInDevice): void {
  const digests = formerDigest === '' ? [digest] : [digest, formerDigest];
  if (!digests.every((each) => digestForm.test(each)))
    throw problem('invalid_parameter', {
      detail: 'a device digest must be a SHA-256 in hexadecimal',
    });
  if (trustedSeconds < 0 || trustedSeconds > maxTrustSeconds)
    throw problem('invalid_parameter', {
      detail: `trusted_seconds must lie between 0 and ${maxTrustSeconds}`,
    });
}

/**
 * Stores the browser of a sign-in. Returns whether it is new to a user who has signed in elsewhere before. Repeating the end of a
 * login after a crash returns the same.
 */
export async function rememberDevice(tx: Tx, device: SignedInDevice, now: Date): Promise<boolean> {
  requireForm(device);
  const { userId, digest, formerDigest, loginId, trustedSeconds } = device;
  if (formerDigest !== '' && formerDigest !== digest) await renameDevice(tx, formerDigest, digest);
  const { firstLoginId, isFirst } = await upsertDevice(tx, {
    id: newId('trustedDevice'),
    userId,
    digest,
    loginId,
    userAgent: device.userAgent.slice(0, maxUserAgent),
    now,
    trustedUntil: trustedSeconds === 0 ? null : new Date(now.getTime() + trustedSeconds * 1_000),
  });
  await deleteDevicesBeyond(tx, userId, maxDevices);
  return firstLoginId === loginId && !isFirst;
}

/** The state of the browser with this digest; an empty digest means that there is no cookie. */
export async function recognizeDevice(
  tx: Tx,
  { userId, digest }: { userId: string; digest: string },
  now: Date,
) {
  const found = digest === '' ? undefined : await findDevice(tx, { userId, digest });
  const isTrusted = found?.trustedUntil ? found.trustedUntil > now : false;
  return { deviceKnown: found !== undefined, deviceTrusted: isTrusted };
}

/** The browsers of a user, without their digests. Expired trust is not shown. */
export async function describeDevices(tx: Tx, userId: string, now: Date) {
  const rows = await listDevices(tx, userId);
  return rows.map(({ id, userAgent, createdAt, lastUsedAt, trustedUntil }) => ({
    id,
    userAgent,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    trustedUntil: trustedUntil && trustedUntil > now ? trustedUntil.toISOString() : '',
  }));
}

/** Removes one device. Returns false if there is none. */
export const removeDevice = async (tx: Tx, userId: string, id: string): Promise<boolean> =>
  (await deleteDevice(tx, userId, id)) === 1;

/** Removes every device of a user. Returns the number of rows. */
export const removeDevicesOf = (tx: Tx, userId: string): Promise<number> =>
  deleteDevicesOf(tx, userId);

/** Ends the trust in a user's devices: an attacker with the password may also have used the browser. */
export const distrustDevices = (tx: Tx, userId: string): Promise<number> =>
  updateDevicesUntrusted(tx, userId);
