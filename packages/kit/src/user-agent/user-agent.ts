import Bowser from 'bowser';
import { isText } from '@platform/contracts';
import type { UserDeviceResource } from '@platform/contracts';

const kinds = ['desktop', 'mobile', 'tablet'] as const;
const longest = 512;

const nameOf = (value: string | undefined): string | null =>
  value !== undefined && value !== '' && isText(value) ? value : null;

/** Reads browser, system and kind of device from a `User-Agent`. Null where it does not say. */
export function deviceOf(userAgent: string): UserDeviceResource {
  if (userAgent.trim() === '') return { browser: null, os: null, kind: null };
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, longest));
  return {
    browser: nameOf(browser.name),
    os: nameOf(os.name),
    kind: kinds.find((kind) => kind === platform.type) ?? null,
  };
}

/** A short name of a browser, such as `Firefox, Linux`. Empty if the header has nothing useful. */
export function deviceName(userAgent: string): string {
  const { browser, os } = deviceOf(userAgent);
  return [browser, os].filter((name) => name !== null).join(', ');
}
