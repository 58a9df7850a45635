import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { contextNames } from '@platform/contracts';
import type { ContextName } from '@platform/contracts';
import { archiveMac, transferKeyId } from '@platform/data-lifecycle/tenant-move';
import { newId } from '@platform/kit/ids';
import type { ServerConnectionOptions } from '../connection.ts';
import { moveFormat } from './move-file.ts';
import type { MoveEnd, MoveHead } from './move-file.ts';
import { withMove } from './move-services.ts';
import type { TransferKey } from './transfer-key.ts';

/** As long as a connection lasts while a call runs on it. */
const withinMs = 3_600_000;

/** A tenant to export. */
export interface Departure {
  connection: ServerConnectionOptions;
  tenant: MoveHead['tenant'];
  key: TransferKey;
  onProgress: (service: ContextName, lines: number) => void;
}

/** A file was written. */
export interface WrittenFile {
  moveId: string;
  lines: number;
}

export async function assertNoFile(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new Error(`${path} exists already. Choose another name, or delete it.`);
}

async function writeLine(file: WriteStream, line: string): Promise<void> {
  if (!file.write(`${line}\n`)) await once(file, 'drain');
}

/** Writes the archive of a service. Returns its number of lines, and its last one. */
const writePart = (
  file: WriteStream,
  service: ContextName,
  { connection, tenant, key, onProgress }: Departure,
): Promise<{ lines: number; end: string }> =>
  withMove(service, connection, async (client) => {
    let lines = 0;
    let end = '';
    const request = { tenantId: tenant.id, transferKey: key.text };
    for await (const message of client.Export(request, { withinMs })) {
      for (const line of message.lines) await writeLine(file, line);
      lines += message.lines.length;
      end = message.lines.at(-1) ?? end;
      onProgress(service, lines);
    }
    return { lines, end };
  });

async function writeAll(file: WriteStream, departure: Departure): Promise<WrittenFile> {
  const { tenant, key } = departure;
  const move: MoveHead = {
    format: moveFormat,
    moveId: newId('request'),
    keyId: transferKeyId(key.box),
    tenant,
    exportedAt: new Date().toISOString(),
  };
  const head = JSON.stringify({ move });
  const mac = archiveMac(key.box);
  mac.add(head);
  await writeLine(file, head);
  let total = 0;
  for (const service of contextNames) {
    const { lines, end } = await writePart(file, service, departure);
    mac.add(end);
    total += lines;
  }
  const complete: MoveEnd = { services: [...contextNames], mac: mac.digest() };
  await writeLine(file, JSON.stringify({ complete }));
  return { moveId: move.moveId, lines: total };
}

/** Writes a file that has its name only when it is complete, and that only its owner can read. */
export async function writeMoveFile(path: string, departure: Departure): Promise<WrittenFile> {
  const draft = `${path}.partial`;
  const file = createWriteStream(draft, { mode: 0o600 });
  try {
    await once(file, 'open');
    const written = await writeAll(file, departure);
    file.end();
    await once(file, 'close');
    await rename(draft, path);
    return written;
  } catch (error) {
    file.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}
