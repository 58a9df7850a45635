import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configurationEnvironment } from './configuration-environment.ts';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const everyKind = path('./configuration');
const command = path('../../tenantctl/bin/tenantctl.js');
const guide = path('../../docs/configuration-as-code.md');

let under: PlatformUnderTest;
let folder: string;

beforeAll(async () => {
  under = await sharedPlatform(['killed', 'whole', 'guide']);
  folder = await mkdtemp(join(tmpdir(), 'tenantctl-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Run {
  tenant: string;
  env?: Readonly<Record<string, string>>;
  /** Kills the process when it has printed so many lines to standard error. */
  killAfter?: number;
}

interface Result {
  code: number | null;
  out: string;
  err: string;
}

function tenantctl(args: readonly string[], { tenant, env = {}, killAfter }: Run): Promise<Result> {
  const { issuer, clientId, clientSecret } = under.tenant(tenant);
  const child = spawn(process.execPath, [command, ...args], {
    env: {
      ...env,
      TENANTCTL_API: under.ready.gateway,
      TENANTCTL_ISSUER: issuer,
      TENANTCTL_CLIENT_ID: clientId,
      TENANTCTL_CLIENT_SECRET: clientSecret,
      TENANTCTL_CONFIG_DIR: folder,
    },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    if (killAfter !== undefined && err.split('\n').length > killAfter) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

const exported = async (tenant: string): Promise<string> => {
  const to = join(folder, `export-${tenant}`);
  const { code, err } = await tenantctl(['config', 'export', to, '-o', 'json'], { tenant });
  expect([code, err.includes('error')]).toEqual([0, false]);
  const { out } = await tenantctl(['config', 'validate', to, '-o', 'json'], { tenant });
  return out;
};

describe('tenantctl config', () => {
  it('continues after its process was killed again and again', async () => {
    const env = configurationEnvironment;
    const secrets = join(folder, 'killed.env');
    const apply = ['config', 'apply', everyKind, '--yes', '--secrets-to', secrets];
    let kills = 0;
    for (const killAfter of [1, 4, 9, 5, 12]) {
      const { code } = await tenantctl(apply, { tenant: 'killed', env, killAfter });
      if (code === null) kills++;
    }
    expect(kills).toBe(5);
    expect(await tenantctl(apply, { tenant: 'killed', env })).toMatchObject({ code: 0 });
    expect(await tenantctl(['config', 'plan', everyKind], { tenant: 'killed', env })).toMatchObject(
      {
        code: 0,
        out: 'No changes. The tenant is as the files declare it.\n',
      },
    );

    const whole = [
      'config',
      'apply',
      everyKind,
      '--yes',
      '--secrets-to',
      join(folder, 'whole.env'),
    ];
    expect(await tenantctl(whole, { tenant: 'whole', env })).toMatchObject({ code: 0 });
    expect(await exported('killed')).toBe(await exported('whole'));
  });

  it('makes secrets again that were lost with the process', async () => {
    const env = configurationEnvironment;
    const secrets = join(folder, 'lost.env');
    // The process has ended between the creation and the response.
    await writeFile(secrets, '# application/ledger (awaited)\n');
    const apply = ['config', 'apply', everyKind, '--yes', '--secrets-to', secrets];
    const { code, err } = await tenantctl(apply, { tenant: 'whole', env });
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('another secret of application/ledger'),
    ]);
    const [, value = ''] =
      /^APPLICATION_LEDGER_CLIENT_SECRET='(.*)'$/m.exec(await readFile(secrets, 'utf8')) ?? [];
    const shown = ['applications', 'secrets', 'list', 'ledger', '-o', 'json'];
    const { out } = await tenantctl(shown, { tenant: 'whole' });
    expect(out).toContain(`"last4": "${value.slice(-4)}"`);
    expect((await tenantctl(apply, { tenant: 'whole', env })).err).not.toContain('another secret');
  });

  it('does what the guide says', async () => {
    const text = await readFile(guide, 'utf8');
    const root = join(folder, 'acme');
    for (const [, name = '', body = ''] of text.matchAll(/```yaml\n# (\S+)\n([\s\S]*?)```/g)) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), body);
    }
    const env = { CRM_TOKEN: 'secret of the CRM' };
    const run = (...args: string[]) => tenantctl(['config', ...args], { tenant: 'guide', env });
    const shown = [...text.matchAll(/```text\n([\s\S]*?)```/g)].map(([, lines = '']) => lines);

    expect(await run('validate', root)).toMatchObject({ code: 0 });
    const plan = await run('plan', root);
    expect(plan.code).toBe(7);
    expect(plan.out).toContain(shown[0]);
    expect(plan.out).not.toContain('secret of the CRM');

    const refused = await run('apply', root, '--yes');
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--secrets-to FILE')]);
    const secrets = join(folder, 'secrets.env');
    const applied = await run('apply', root, '--yes', '--secrets-to', secrets);
    expect([applied.code, applied.out]).toEqual([0, expect.stringContaining('Made 7 changes.')]);
    expect((await stat(secrets)).mode & 0o777).toBe(0o600);
    const stored = await readFile(secrets, 'utf8');
    expect(stored).toMatch(/^APPLICATION_SHOP_CLIENT_SECRET='[\w-]{43}'$/m);
    const [, value = ''] = /CLIENT_SECRET='(.*)'/.exec(stored) ?? [];
    expect(applied.out + applied.err).not.toContain(value);
    expect(await run('plan', root)).toMatchObject({ code: 0 });

    const role = join(root, 'roles/support.yaml');
    await writeFile(
      role,
      (await readFile(role, 'utf8')).replace('displayName: Support', 'displayName: Help'),
    );
    const drift = await run('plan', root);
    expect([drift.code, drift.out]).toEqual([7, shown[1]]);
  });

  it('says where a fault is, and sends nothing', async () => {
    const root = join(folder, 'faults');
    await mkdir(join(root, 'roles'), { recursive: true });
    await writeFile(join(root, 'roles/a.yaml'), 'key: approver\npermisions: []\n');
    const { code, err } = await tenantctl(['config', 'plan', root], { tenant: 'guide' });
    expect(code).toBe(1);
    expect(err).toContain('roles/a.yaml:2:1: permisions is not known. Did you mean permissions?');
    const absent = await tenantctl(['config', 'plan', join(folder, 'nowhere')], {
      tenant: 'guide',
    });
    expect([absent.code, absent.err]).toEqual([2, expect.stringContaining('There is no folder')]);
  });
});
