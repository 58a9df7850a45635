import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { bundledBrowser, hasBundledBrowser } from './bundled-browser.ts';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const installed = process.env['CHROMIUM_PATH'] ?? places.find((place) => existsSync(place));

/** Whether browser tests can run: in the browser of this machine or, on Linux on x64, in one that npm has installed. */
export const hasBrowser = installed !== undefined || hasBundledBrowser;

/** Each change of site would start a process otherwise, and a login changes it twice. */
const oneRenderer = [
  '--disable-features=IsolateOrigins,site-per-process',
  '--disable-site-isolation-trials',
  '--renderer-process-limit=2',
  '--disable-gpu',
];

/** Starts a browser. `more`: further switches of Chromium. */
export const startBrowser = async (...more: string[]): Promise<Browser> =>
  chromium.launch({
    ...(installed === undefined ? await bundledBrowser() : { executablePath: installed }),
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
