import { isId } from '@platform/contracts';
import { found } from '@platform/kit/problem';
import { deleteCursor, findCursor, updateCursor } from './cursor-store.ts';
import type { SinkCursor } from './cursor-store.ts';
import { cursorSettings, shownSink, writeSink } from './existing-sink.ts';
import type { ShownSink } from './existing-sink.ts';
import { sinkResource } from './sink-record.ts';
import { deleteSink, lockedSink, updateSink } from './sink-store.ts';
import type { SinkRecord } from './sink-store.ts';
import { patchedDefinition } from './sink-definition.ts';
import type { SinkCall, SinkHandlerOptions } from './sink-handler-options.ts';
import { publishSinkEvent } from './sink-notices.ts';

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const keepsFields = (sink: SinkRecord, fields: object): boolean =>
  Object.entries(fields).every(([name, value]) => isEqual(value, sink[name as keyof SinkRecord]));

/** Retries a changed sink immediately and resets its failures, because the change may fix it. */
const afterChange = (cursor: SinkCursor, sink: SinkRecord, now: number): SinkCursor => ({
  ...cursor,
  ...cursorSettings(sink),
  nextDueAt: sink.status === 'active' ? now : null,
  failingSince: null,
  unauthorizedSince: null,
  consecutiveFailures: 0,
  isSlow: false,
});

/** Changes a sink; an unchanged one keeps its version. */
export async function changeSink(
  { egress, seals, clock, onDue }: SinkHandlerOptions,
  { tx, principal: { tenantId }, params, body, ifMatch, audit }: SinkCall<'siemUpdateSink'>,
): Promise<ShownSink> {
  // Workers also lock the cursor first.
  const isKnown = isId('sink', params.id);
  const cursor = isKnown ? await findCursor(tx, params.id, { isLocked: true }) : undefined;
  const sink = await lockedSink(tx, params.id);
  const locked = found(cursor);
  ifMatch(sink.version);
  const { status = sink.status, ...change } = body;
  const before = seals.open(tenantId, sink);
  const { fields, secrets } = patchedDefinition(sink, before, change, egress);
  if (status === sink.status && isEqual(secrets, before) && keepsFields(sink, fields))
    return shownSink(sink);
  const now = clock();
  const after: SinkRecord = {
    ...sink,
    ...fields,
    secrets: seals.seal(tenantId, sink.id, secrets),
    status,
    version: sink.version + 1,
    updatedAt: new Date(now),
  };
  await writeSink(updateSink(tx, after));
  await updateCursor(tx, afterChange(locked, after, now));
  const changed = Object.keys(body).map((name) => `/${name}`);
  await publishSinkEvent(tx, 'siem.sink_updated', sinkResource(after), { changed });
  audit({ changed });
  tx.afterCommit(onDue);
  return shownSink(after);
}

/** Deletes a sink with its cursor. */
export async function removeSink({ tx, params, ifMatch }: SinkCall<'siemDeleteSink'>) {
  const isKnown = isId('sink', params.id);
  if (isKnown) await findCursor(tx, params.id, { isLocked: true });
  const { id, version } = await lockedSink(tx, params.id);
  ifMatch(version);
  await deleteCursor(tx, id);
  await deleteSink(tx, id);
  await publishSinkEvent(tx, 'siem.sink_deleted', { id });
  return { id, deleted: true as const };
}
