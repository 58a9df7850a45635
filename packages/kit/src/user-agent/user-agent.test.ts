import { expect, it } from 'vitest';
import { deviceName, deviceOf } from './user-agent.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

it.each([
  ['a browser on a desktop', firefox, { browser: 'Firefox', os: 'Linux', kind: 'desktop' }],
  ['a browser on a phone', safari, { browser: 'Safari', os: 'iOS', kind: 'mobile' }],
  ['nothing in an empty header', ' ', { browser: null, os: null, kind: null }],
])('deviceOf finds %s', (_what, header, device) => {
  expect(deviceOf(header)).toEqual(device);
});

it('deviceName names the browser and the system', () => {
  expect([deviceName(firefox), deviceName('')]).toEqual(['Firefox, Linux', '']);
});
