import { setTimeout as pause } from 'node:timers/promises';
import { contextNames } from '@platform/contracts';
import type { ContextName } from '@platform/contracts';
import { lineBatches } from '@platform/data-lifecycle/tenant-move';
import type { LineBatch } from '@platform/data-lifecycle/tenant-move';
import { Problem } from '@platform/kit/problem';
import type { TenantArrival__Output, Tenant__Output } from '@platform/protos';
import { callOptions, patiently } from '../connection.ts';
import type { ServerConnectionOptions } from '../connection.ts';
import { linesOfPart } from './move-file.ts';
import type { MoveFile } from './move-file.ts';
import { withEachMove, withHubMoves, withMove } from './move-services.ts';
import type { MoveClient } from './move-services.ts';
import type { TransferKey } from './transfer-key.ts';

const withinMs = 60_000;
const purgeWithinMs = 600_000;
const publishedWithinMs = 60_000;

/** A tenant to import. */
export interface Import {
  connection: ServerConnectionOptions;
  path: string;
  file: MoveFile;
  key: TransferKey;
  onProgress: (service: string, lines: number, of: number) => void;
}

/** Finds the arrival of a tenant. */
export const arrivalOf = (
  connection: ServerConnectionOptions,
  tenantId: string,
): Promise<TenantArrival__Output | undefined> =>
  withHubMoves(connection, async (moves) => {
    try {
      return await patiently(() => moves.GetArrival({ tenantId }, callOptions()));
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return undefined;
      throw error;
    }
  });

/** Asks every service whether it can import its part, before anything is written. */
export async function checkParts({ connection, file, key }: Import): Promise<void> {
  const missing = contextNames.filter((name) => !file.parts.some((p) => p.service === name));
  if (missing.length > 0)
    throw new Error(
      `The export has no rows of ${missing.join(', ')}. Export the tenant with the version of this installation.`,
    );
  await withEachMove(connection, (client, service) => {
    const { head } = file.parts.find((part) => part.service === service)!;
    const request = { tenantId: file.head.tenant.id, transferKey: key.text, head };
    return patiently(() => client.Check(request, callOptions()));
  });
}

export const reserve = (
  { connection, file }: Import,
  acceptNewIssuer: boolean,
): Promise<TenantArrival__Output> =>
  withHubMoves(connection, (moves) =>
    patiently(() =>
      moves.Reserve(
        {
          tenantJson: JSON.stringify(file.head.tenant),
          moveId: file.head.moveId,
          acceptNewIssuer,
        },
        callOptions(),
      ),
    ),
  );

/** Sends lines until the service has them. Returns how many lines it has. */
async function sendBatch(
  client: MoveClient,
  request: { tenantId: string; transferKey: string },
  { from, lines }: LineBatch,
): Promise<number> {
  const until = from + lines.length;
  const progress = await patiently(() => client.Import({ ...request, from, lines }, { withinMs }));
  if (progress.lines >= until || progress.isComplete) return progress.lines;
  if (progress.lines < from)
    throw new Error('The service has fewer lines than it had before. Abandon the import.');
  return sendBatch(client, request, {
    from: progress.lines,
    lines: lines.slice(progress.lines - from),
  });
}

/** Sends the archive of a service, behind what it has already. */
const sendPart = (service: ContextName, { connection, path, file, key, onProgress }: Import) =>
  withMove(service, connection, async (client) => {
    const { lines: total } = file.parts.find((part) => part.service === service)!;
    const tenantId = file.head.tenant.id;
    const known = await patiently(() => client.Progress({ tenantId }, callOptions()));
    let done = known.lines;
    onProgress(service, done, total);
    if (known.isComplete) return;
    for await (const { from, lines } of lineBatches(linesOfPart(path, service))) {
      if (from + lines.length <= done) continue;
      const start = Math.max(from, done);
      const rest = { from: start, lines: lines.slice(start - from) };
      done = await sendBatch(client, { tenantId, transferKey: key.text }, rest);
      onProgress(service, done, total);
    }
  });

/** Waits until what the import wrote has been published, such as the IP rules that the gateway reads. */
async function untilPublished({ connection, file }: Import): Promise<void> {
  const { id: tenantId } = file.head.tenant;
  for (const end = Date.now() + publishedWithinMs; ; await pause(300)) {
    const parts = await withEachMove(connection, (client) =>
      patiently(() => client.Progress({ tenantId }, callOptions())),
    );
    if (parts.every(({ isPublished }) => isPublished)) return;
    if (Date.now() > end)
      throw new Error('Entries of the tenant are not published yet. Check NATS.');
  }
}

/** Imports what is missing, and makes the tenant known. */
export async function importParts(one: Import, suspended: boolean): Promise<Tenant__Output> {
  for (const service of contextNames) await sendPart(service, one);
  await untilPublished(one);
  const { tenant, moveId } = one.file.head;
  return withHubMoves(one.connection, (moves) =>
    patiently(() => moves.Complete({ tenantId: tenant.id, moveId, suspended }, callOptions())),
  );
}

/** Deletes what was imported, and releases the id and the slug. Returns the number of rows. */
export async function abandonImport(
  connection: ServerConnectionOptions,
  tenantId: string,
): Promise<number> {
  await withHubMoves(connection, (moves) =>
    patiently(() => moves.Abandon({ tenantId }, callOptions())),
  );
  const removed = await withEachMove(connection, (client) =>
    patiently(() => client.Abandon({ tenantId }, { withinMs: purgeWithinMs })),
  );
  await withHubMoves(connection, (moves) =>
    patiently(() => moves.Release({ tenantId }, callOptions())),
  );
  return removed.reduce((total, { rows }) => total + rows, 0);
}
