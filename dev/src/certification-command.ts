import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { accessToken } from './access-token.ts';
import { prepareCertification } from './certification.ts';
import { writeAtomically } from '@platform/command-line/file-write';
import { managementApi } from './management-api.ts';
import { DEFAULT_DATA_DIR } from './platform.ts';
import { readyIn, tenantNamed } from './ready-platform.ts';
import { localCertificates } from './tls-certificates.ts';

const USAGE = `npm run certification -- [options]
  Registers applications and a user for the OpenID Foundation's conformance suite, and writes
  the configuration of its plans, and a certificate for the suite that the platform trusts:
  plan.json, suite.crt and suite.key.
  --suite URL      address of the suite (default: https://localhost:8443)
  --alias NAME     alias of the plans (default: platform)
  --tenant SLUG    tenant to test (default: demo)
  --out DIR        folder to write to (default: certification in the data folder)
  --data DIR       data folder of the platform (default: .platform)
  --help           show this help`;

function read(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      suite: { ...text, default: 'https://localhost:8443' },
      alias: { ...text, default: 'platform' },
      tenant: { ...text, default: 'demo' },
      out: text,
      data: { ...text, default: DEFAULT_DATA_DIR },
      help: { type: 'boolean', default: false },
    },
  });
  return values;
}

/** Registers what the plans need, and writes the files. Returns their folder. */
async function write({ suite: url, alias, tenant: slug, data, out }: ReturnType<typeof read>) {
  const dataDir = resolve(data);
  const ready = readyIn(dataDir);
  const tenant = tenantNamed(slug, ready);
  if (!tenant.issuer.startsWith('https:'))
    throw new Error('The plans need issuers with https: start the platform with --tls.');
  const api = managementApi(ready.gateway, await accessToken(ready.hub, tenant));
  const plan = await prepareCertification(api, tenant.issuer, { url, alias });
  const { key, cert } = await localCertificates(join(dataDir, 'tls'), [new URL(url).hostname]);
  const folder = resolve(out ?? join(dataDir, 'certification'));
  writeAtomically(join(folder, 'plan.json'), `${JSON.stringify(plan, null, 2)}\n`);
  writeAtomically(join(folder, 'suite.key'), key);
  writeAtomically(join(folder, 'suite.crt'), cert, 0o644);
  return folder;
}

/** `npm run certification`. Returns the exit code. */
export async function certificationMain(
  args: readonly string[],
  say: (line: string) => void = console.log,
): Promise<number> {
  try {
    const options = read(args);
    say(options.help ? USAGE : await write(options));
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}
