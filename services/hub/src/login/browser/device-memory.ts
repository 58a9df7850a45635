import { readsFact } from '@platform/login-flow';
import { deviceCookie, deviceDigest, newDeviceToken } from './device-cookie.ts';
import type { Login } from '../steps/login-step.ts';
import type { LoginSiblings } from '../login-siblings.ts';

/**
 * For how long a person may trust the browser at this point, in seconds; 0: they are not asked. Trust is asked for with a
 * second factor, where the flow has a branch for trusted browsers.
 */
export function offeredTrustSeconds({ experience, flow, state }: Login): number {
  const isSecondFactor = state.factors.length > 0;
  const { trustedDeviceSeconds } = experience.definition.settings;
  return isSecondFactor && readsFact(flow.definition, 'device.trusted') ? trustedDeviceSeconds : 0;
}

/** A browser that was remembered. */
export interface RememberedDevice {
  /** The person has signed in before, and never with this browser. */
  isNew: boolean;
  setCookie: string;
}

/**
 * Remembers the browser of a login that has ended. Trust comes with a new cookie: one that somebody planted in the browser
 * before must not become a trusted one.
 */
export async function rememberLoginDevice(
  { credentials, deadlineMs }: LoginSiblings,
  { request, browser, progress, experience }: Login,
): Promise<RememberedDevice> {
  const { trustsDevice = false, userId = '' } = progress;
  const former = browser.deviceToken;
  const token = former === undefined || trustsDevice ? newDeviceToken() : former;
  const { isNew } = await credentials().RememberDevice(
    {
      tenantId: request.tenant.id,
      userId,
      deviceDigest: deviceDigest(token),
      formerDigest: deviceDigest(former),
      loginId: request.uid,
      userAgent: browser.userAgent,
      trustedSeconds: trustsDevice ? experience.definition.settings.trustedDeviceSeconds : 0,
    },
    { deadlineMs },
  );
  return { isNew, setCookie: deviceCookie(token) };
}
