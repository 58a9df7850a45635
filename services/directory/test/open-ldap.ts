import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePorts } from '@platform/dev/ports';
import { eventually } from '@platform/testkit/eventually';
import { temporaryFolder } from '@platform/testkit/stores';
import { Attribute, Change, Client } from 'ldapts';
import { testCertificate } from '../../../packages/kit/src/auth/test-certificate.ts';

const program = ['/usr/sbin/slapd', '/usr/local/libexec/slapd'].find((path) => existsSync(path));
const schemas = ['/etc/ldap/schema', '/etc/openldap/schema'].find((path) => existsSync(path));

/** Whether OpenLDAP is installed. Without it, the tests that need it are skipped. */
export const hasOpenLdap = program !== undefined && schemas !== undefined;

/** The base of the test's entries. */
export const baseDn = 'dc=example,dc=com';
export const reader = { bindDn: `cn=reader,${baseDn}`, password: 'reader-secret' };
const admin = { bindDn: `cn=admin,${baseDn}`, password: 'admin-secret' };

/** An unpaged search returns fewer entries than there are people. */
const unpagedLimit = 5;

/** An OpenLDAP server with an empty directory. */
export interface OpenLdap {
  /** PEM of the authority that clients trust. */
  certificate: string;
  /** Connects to it, whichever LDAP port is requested: the platform calls no others. */
  dial: (to: { port: number }) => ReturnType<typeof connect>;
  add(dn: string, entry: Record<string, string | string[]>): Promise<void>;
  /** Replaces attributes of an entry. */
  change(dn: string, entry: Record<string, string | string[]>): Promise<void>;
  remove(dn: string): Promise<void>;
  stop(): Promise<void>;
}

const configuration = (folder: string): string =>
  [
    ...['core', 'cosine', 'inetorgperson'].map((name) => `include ${schemas}/${name}.schema`),
    `pidfile ${folder}/slapd.pid`,
    ...(existsSync('/usr/lib/ldap/back_mdb.so')
      ? ['modulepath /usr/lib/ldap', 'moduleload back_mdb']
      : []),
    `TLSCertificateFile ${folder}/cert.pem`,
    `TLSCertificateKeyFile ${folder}/key.pem`,
    'database mdb',
    `suffix "${baseDn}"`,
    `rootdn "${admin.bindDn}"`,
    `rootpw ${admin.password}`,
    `directory ${folder}/data`,
    `limits dn.exact="${reader.bindDn}" size.soft=${unpagedLimit} size.hard=${unpagedLimit} size.prtotal=unlimited`,
    'access to attrs=userPassword by anonymous auth by dn.exact="cn=reader,dc=example,dc=com" read',
    'access to * by users read',
    '',
  ].join('\n');

/** Starts {@link OpenLdap} with its own configuration and database. */
export async function startOpenLdap(): Promise<OpenLdap> {
  const folder = temporaryFolder('slapd-');
  const { cert, key } = testCertificate();
  mkdirSync(join(folder.path, 'data'));
  writeFileSync(join(folder.path, 'cert.pem'), cert);
  writeFileSync(join(folder.path, 'key.pem'), key, { mode: 0o600 });
  writeFileSync(join(folder.path, 'slapd.conf'), configuration(folder.path));
  const [plain = 0, secure = 0] = await freePorts(2);
  const urls = `ldap://127.0.0.1:${plain} ldaps://127.0.0.1:${secure}`;
  // `-d 0` keeps it in the foreground.
  const child = spawn(program!, ['-f', join(folder.path, 'slapd.conf'), '-h', urls, '-d', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));

  async function asAdmin<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ url: `ldap://127.0.0.1:${plain}` });
    try {
      await client.bind(admin.bindDn, admin.password);
      return await work(client);
    } finally {
      await client.unbind();
    }
  }
  await eventually(
    async () => {
      if (child.exitCode !== null) throw new Error(`slapd ended: ${said}`);
      return asAdmin(async () => true).catch(() => undefined);
    },
    { what: 'slapd accepts binds' },
  );
  const server: OpenLdap = {
    certificate: cert,
    dial: ({ port }) => connect(port === 636 ? secure : plain, '127.0.0.1'),
    add: (dn, entry) => asAdmin((client) => client.add(dn, entry)),
    async change(dn, entry) {
      const changes = Object.entries(entry).map(
        ([type, value]) =>
          new Change({
            operation: 'replace',
            modification: new Attribute({ type, values: [value].flat() }),
          }),
      );
      await asAdmin((client) => client.modify(dn, changes));
    },
    remove: (dn) => asAdmin((client) => client.del(dn)),
    async stop() {
      child.kill();
      await exited;
      folder.remove();
    },
  };
  await server.add(baseDn, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Acme' });
  await server.add(reader.bindDn, {
    objectClass: ['organizationalRole', 'simpleSecurityObject'],
    cn: 'reader',
    userPassword: reader.password,
  });
  for (const ou of ['people', 'groups'])
    await server.add(`ou=${ou},${baseDn}`, { objectClass: 'organizationalUnit', ou });
  return server;
}
