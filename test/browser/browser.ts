import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine; undefined where there is none. */
export const chromiumPath: string | undefined =
  process.env['CHROMIUM_PATH'] ?? places.find((place) => existsSync(place));

/** Each change of site would start a process otherwise, and a login changes it twice. */
const oneRenderer = [
  '--disable-features=IsolateOrigins,site-per-process',
  '--disable-site-isolation-trials',
  '--renderer-process-limit=2',
  '--disable-gpu',
];

/** Starts the browser of this machine. `more`: further switches of Chromium. */
export const startBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', ...oneRenderer, ...more],
  });

/** Adds an authenticator that keeps passkeys and confirms every prompt by itself. */
export async function addVirtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
