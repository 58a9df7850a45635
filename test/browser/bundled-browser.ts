import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url));
const cache = join(here, '..', '..', 'node_modules', '.cache', 'platform');
const folder = join(cache, 'chromium-147.0.0');

/** Whether the browser of `@sparticuz/chromium` runs on this platform. */
export const hasBundledBrowser = process.platform === 'linux' && process.arch === 'x64';

/** Unpacks into a separate folder and then renames it, because several test processes may do so concurrently. */
async function unpack(): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'chromium-'));
  // As on AWS Lambda, so that it brings the libraries that a bare machine does not have.
  const env = { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' };
  await promisify(execFile)(process.execPath, [join(here, 'unpack-browser.js')], { env });
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

/** The launch options of the browser in `@sparticuz/chromium`, which is unpacked at the first use. */
export async function bundledBrowser() {
  if (!existsSync(folder)) await unpack();
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') },
  };
}
