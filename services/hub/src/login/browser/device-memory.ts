import { readsFact } from '@platform/login-flow';
import type { LoginSiblings } from '../login-siblings.ts';
import type { Login } from '../steps/login-step.ts';
import { deviceCookie, deviceDigest, newDeviceToken } from './device-cookie.ts';

/**
 * How long the person can choose to trust the browser, in seconds; 0 if this is not offered. It is offered with a second factor if
 * the flow has a branch for trusted browsers.
 */
export function offeredTrustSeconds({ experience, flow, state }: Login): number {
  const isSecondFactor = state.factors.length > 0;
  const { trustedDeviceSeconds } = experience.definition.settings;
  return isSecondFactor && readsFact(flow.definition, 'device.trusted') ? trustedDeviceSeconds : 0;
}

export interface RememberedDevice {
  /** The user has signed in before, but not with this browser. */
  isNew: boolean;
  setCookie: string;
}

/**
 * Remembers the browser of a completed login. Trust always comes with a new cookie, because an attacker may have planted the
 * previous one in the browser.
 */
export async function rememberLoginDevice(
  { credentials, deadlineMs }: LoginSiblings,
  { request, browser, progress, experience }: Login,
): Promise<RememberedDevice> {
  const { trustsDevice = false, userId = '' } = progress;
  const previous = browser.deviceToken;
  const token = previous === undefined || trustsDevice ? newDeviceToken() : previous;
  const { isNew } = await credentials().RememberDevice(
    {
      tenantId: request.tenant.id,
      userId,
      deviceDigest: deviceDigest(token),
      formerDigest: deviceDigest(previous),
      loginId: request.uid,
      userAgent: browser.userAgent,
      trustedSeconds: trustsDevice ? experience.definition.settings.trustedDeviceSeconds : 0,
    },
    { deadlineMs },
  );
  return { isNew, setCookie: deviceCookie(token) };
}
