import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { formBrowser } from '@platform/dev/form-browser';
import { temporaryFolder } from '@platform/testkit/stores';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Script {
  title: string;
  script: string;
  expect: string[];
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const scripts = parse(readFileSync(here('tenantctl-scripts.yaml'), 'utf8')) as Script[];
const binary = here('../../tenantctl/bin/tenantctl.js');
const folder = temporaryFolder('tenantctl-test-');
let under: PlatformUnderTest;
let env: NodeJS.ProcessEnv;

/** What a script prints, and how it ends. */
interface Ended {
  code: number;
  output: string;
}

const run = (script: string, more: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const cwd = mkdtempSync(join(folder.path, 'script-'));
    const options = { cwd, env: { ...env, ...more }, timeout: 120_000 };
    const child = execFile(
      'bash',
      ['-euo', 'pipefail', '-c', `exec 2>&1\n${script}`],
      options,
      (error, output) => resolve({ code: error ? Number(error.code ?? 1) : 0, output }),
    );
    child.stdin?.end();
  });

beforeAll(async () => {
  under = await sharedPlatform(['acme']);
  const { issuer, clientId, clientSecret } = under.tenant('acme');
  const bin = join(folder.path, 'bin');
  mkdirSync(bin);
  symlinkSync(binary, join(bin, 'tenantctl'));
  env = {
    ...process.env,
    PATH: `${bin}:${process.env['PATH']}`,
    TENANTCTL_CONFIG_DIR: join(folder.path, 'config'),
    TENANTCTL_KEYCHAIN: 'off',
    TENANTCTL_ISSUER: issuer,
    TENANTCTL_API: under.ready.gateway,
    ISSUER: issuer,
    API: under.ready.gateway,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    RECEIVER: here('tenantctl-receiver.js'),
  };
  const signedIn = await run(
    'TENANTCTL_CLIENT_SECRET=$CLIENT_SECRET tenantctl login --client-id $CLIENT_ID --profile main',
  );
  expect(signedIn).toMatchObject({ code: 0, output: expect.stringContaining('Signed in to') });
});
afterAll(() => folder.remove());

describe('a week of scripts', () => {
  it.each(scripts)('$title', async ({ script, expect: patterns }) => {
    const { code, output } = await run(script, { N: randomBytes(4).toString('hex') });
    for (const pattern of patterns) expect(output).toMatch(new RegExp(pattern, 'm'));
    // The output says what failed.
    expect({ code, output }).toEqual({ code: 0, output });
  });
});

describe('a sign-in on a device', () => {
  beforeAll(async () => {
    await run(
      'tenantctl roles create --key reader --display-name Reader --permissions tenant:users.read',
    );
  });

  /** Confirms the code as the person would in a browser. */
  async function confirm(code: string, person: { email: string; password: string }): Promise<void> {
    const browser = formBrowser();
    const { issuer } = under.tenant('acme');
    let page = await browser.open(new URL(`${issuer}/activate?user_code=${code}`));
    const fields = [
      ['identifier', person.email],
      ['password', person.password],
      ['confirm', 'yes'],
      ['user_code', code],
    ] as const;
    for (let step = 0; step < 8 && !page.html.includes('Your device is connected'); step++) {
      const [name, value] = fields.find(([one]) => page.html.includes(`name="${one}"`)) ?? [];
      if (name === undefined) break;
      page = await browser.send(page, { [name]: value });
    }
    expect(page.html).toContain('Your device is connected');
  }

  async function signIn(
    profile: string,
    person: { email: string; password: string },
  ): Promise<string> {
    const child = spawn(binary, ['login', '--profile', profile, '--no-browser'], { env });
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) {
      lines.push(line);
      const code = /^Your code: (\S+)/.exec(line)?.[1];
      if (code) await confirm(code, person);
    }
    return lines.join('\n');
  }

  it('gives the scopes of the user, and is renewed by two processes at once without being lost', async () => {
    const ada = await under.person('acme', { roles: ['reader'] });
    expect(await signIn('ada', ada)).toContain(`as ${ada.id}, with 1 scope `);
    const used = await run(`
      tenantctl whoami --profile ada
      for round in 1 2; do
        rm "$TENANTCTL_CONFIG_DIR/tokens/ada.json"
        tenantctl users list --limit 1 --profile ada > one & ONE=$!
        tenantctl users list --limit 1 --profile ada > two & TWO=$!
        wait $ONE; wait $TWO
      done
      tenantctl users create --email no@example.com --profile ada || echo "exit $?"`);
    expect(used.output).toMatch(/client id: +platform-cli/);
    expect(used.output).toContain('Ask an administrator for a role that grants tenant:users.write');
    expect(used).toMatchObject({ code: 0, output: expect.stringContaining('exit 3') });
  });

  it('ends with a sentence when it was revoked', async () => {
    const eve = await under.person('acme', { roles: ['reader'] });
    await signIn('eve', eve);
    const suspended = await run(
      `tenantctl users update ${eve.id} --status suspended --profile main`,
    );
    expect(suspended.output).toContain('suspended');
    rmSync(join(folder.path, 'config', 'tokens', 'eve.json'));
    const { output } = await run('tenantctl users list --profile eve || echo "exit $?"');
    expect(output).toContain('Run `tenantctl login --profile eve`');
    expect(output).toContain('exit 3');
  });
});
