import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accepts, freePorts } from '@platform/dev/ports';
import { eventually } from '@platform/testkit/eventually';
import { temporaryFolder } from '@platform/testkit/stores';

const program = ['/usr/sbin/rsyslogd', '/usr/local/sbin/rsyslogd'].find((path) => existsSync(path));
const hasTls = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib',
].some((folder) => existsSync(`${folder}/rsyslog/lmnsd_ossl.so`));

/** Whether rsyslog and its driver for OpenSSL are installed; tests that require them are skipped otherwise. */
export const hasRsyslog = program !== undefined && hasTls;

/** A certificate with its key, both PEM. */
interface Identity {
  cert: string;
  key: string;
}

/** A message as parsed by rsyslog. */
export interface ParsedMessage {
  facility: string;
  severity: string;
  hostname: string;
  app: string;
  msgid: string;
  data: string;
  msg: string;
}

/** An rsyslog that accepts messages over TLS from clients with a known certificate, and survives being killed. */
export interface Rsyslog {
  port: number;
  /** Returns the received messages, including those before a restart. */
  messages(): ParsedMessage[];
  /** Kills the process without a shutdown. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(identity: Identity): Promise<void>;
  stop(): Promise<void>;
}

const properties: Record<keyof ParsedMessage, string> = {
  facility: 'syslogfacility-text',
  severity: 'syslogseverity-text',
  hostname: 'hostname',
  app: 'app-name',
  msgid: 'msgid',
  data: 'structured-data',
  msg: 'msg',
};

const configuration = (folder: string, port: number): string =>
  [
    `global(workDirectory="${folder}" defaultNetstreamDriver="ossl" defaultNetstreamDriverCAFile="${folder}/clients.pem"`,
    `  defaultNetstreamDriverCertFile="${folder}/cert.pem" defaultNetstreamDriverKeyFile="${folder}/key.pem")`,
    'module(load="imtcp" streamDriver.name="ossl" streamDriver.mode="1" streamDriver.authMode="x509/certvalid")',
    'template(name="parsed" type="list" option.jsonf="on") {',
    ...Object.entries(properties).map(
      ([name, of]) => `  property(outname="${name}" name="${of}" format="jsonf")`,
    ),
    '}',
    // Written directly: a queue in memory would be lost when the process is killed.
    'ruleset(name="take" queue.type="direct") {',
    `  action(type="omfile" file="${folder}/messages.ndjson" template="parsed" asyncWriting="off")`,
    '}',
    `input(type="imtcp" address="127.0.0.1" port="${port}" ruleset="take")`,
    '',
  ].join('\n');

export async function startRsyslog(
  identity: Identity,
  clientCertificate: string,
): Promise<Rsyslog> {
  const folder = temporaryFolder('rsyslog-');
  const file = (name: string): string => join(folder.path, name);
  const [port = 0] = await freePorts(1);
  writeFileSync(file('clients.pem'), clientCertificate);
  writeFileSync(file('rsyslog.conf'), configuration(folder.path, port));
  let child: ChildProcess | undefined;

  async function kill(): Promise<void> {
    const running = child;
    child = undefined;
    if (!running) return;
    const exited = new Promise<void>((resolve) => running.once('exit', () => resolve()));
    running.kill('SIGKILL');
    await exited;
  }

  async function start({ cert, key }: Identity): Promise<void> {
    writeFileSync(file('cert.pem'), cert);
    writeFileSync(file('key.pem'), key, { mode: 0o600 });
    const begun = spawn(program!, ['-n', '-f', file('rsyslog.conf'), '-i', 'NONE'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    begun.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child = begun;
    await eventually(
      async () => {
        if (begun.exitCode !== null) throw new Error(`rsyslogd ended: ${said}`);
        return accepts(port);
      },
      { what: 'rsyslog accepts connections' },
    );
  }

  await start(identity);
  return {
    port,
    kill,
    async restart(next) {
      await kill();
      await start(next);
    },
    messages: () =>
      existsSync(file('messages.ndjson'))
        ? readFileSync(file('messages.ndjson'), 'utf8')
            .split('\n')
            .flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as ParsedMessage] : []))
        : [],
    async stop() {
      await kill();
      folder.remove();
    },
  };
}
