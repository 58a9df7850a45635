import { execFile } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres, withClient } from '@platform/dev/postgres';
import type { Postgres } from '@platform/dev/postgres';
import { temporaryFolder } from '@platform/dev/temporary-folder';

const settings = [
  'wal_level=replica',
  'hot_standby_feedback=off',
  'max_standby_streaming_delay=0',
  'synchronous_commit=on',
];

/** Writes a file that the account of the server may change. */
function writeFor(file: string, text = ''): void {
  writeFileSync(file, text);
  chmodSync(file, 0o666);
}

/** Copies the files of a running server, as pg_basebackup does. */
async function copyServer({ url }: Postgres, from: string, to: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`SELECT pg_backup_start('copy', true)`);
    // Not fs.cp, which does not keep the owner.
    await promisify(execFile)('cp', ['-a', from, to]);
    for (const file of ['claim.json', 'data/postmaster.pid', 'data/postmaster.opts'])
      rmSync(join(to, file), { force: true });
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT * FROM pg_backup_stop(false)',
    );
    writeFor(join(to, 'data', 'backup_label'), rows[0]?.labelfile);
  });
}

/** A server and its streaming standby. */
export async function startWithStandby() {
  const folder = temporaryFolder('platform-test-standby-');
  const [first, second] = [join(folder.path, 'primary'), join(folder.path, 'standby')];
  const primary = await startPostgres({ dataDir: first, durable: false, settings, env: {} });
  await copyServer(primary, first, second);
  writeFor(join(second, 'data', 'standby.signal'));
  const { username, password, hostname, port } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  const standby = await startPostgres({
    dataDir: second,
    durable: false,
    settings: [...settings, `primary_conninfo=${source}`],
    env: {},
  });
  return {
    primary,
    standby,
    async stop(): Promise<void> {
      await standby.stop();
      await primary.stop();
      rmSync(second, { recursive: true, force: true });
      folder.remove();
    },
  };
}
