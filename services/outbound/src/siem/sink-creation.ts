import type { SiemSinkCreation } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { insertCursor, readLogBounds } from './cursor-store.ts';
import type { SinkChannelName, SinkCursor } from './cursor-store.ts';
import { cursorSettings, shownSink, writeSink } from './existing-sink.ts';
import type { ShownSink } from './existing-sink.ts';
import { sinkResource } from './sink-record.ts';
import { countSinksLocked, insertSink } from './sink-store.ts';
import type { SinkRecord } from './sink-store.ts';
import { seqBefore } from './log-reading.ts';
import { readDefinition } from './sink-definition.ts';
import type { SinkCall, SinkHandlerOptions } from './sink-handler-options.ts';
import { publishSinkEvent } from './sink-notices.ts';

/** Returns the positions at which reading starts. */
async function startPositions(
  tx: Tx,
  startFrom: SiemSinkCreation['startFrom'] = 'now',
): Promise<SinkCursor['positions']> {
  const bounds = await readLogBounds(tx);
  const seqOf = async (channel: SinkChannelName): Promise<number> => {
    const { head, trimmed } = bounds[channel];
    if (startFrom === 'now') return head;
    if (startFrom === 'oldest') return trimmed;
    return (await seqBefore(tx, channel, new Date(startFrom))) ?? head;
  };
  return {
    lifecycle: { seq: await seqOf('lifecycle'), at: -Infinity },
    audit: { seq: await seqOf('audit'), at: -Infinity },
  };
}

async function checkSinkLimit(tx: Tx, maxSinks: number): Promise<void> {
  if ((await countSinksLocked(tx)) < maxSinks) return;
  const detail = `A tenant can have at most ${maxSinks} sinks`;
  throw problem('limit_exceeded', { detail, errors: [{ code: 'limit_exceeded', detail }] });
}

/**
 * Creates a sink, which reads from the requested position. With an organization, the sink belongs to
 * it, and the caller has made its filter.
 */
export async function createSink(
  { egress, seals, maxSinks, clock, onDue }: SinkHandlerOptions,
  {
    tx,
    principal: { tenantId },
    body,
  }: Pick<SinkCall<'siemConfigureSink'>, 'tx' | 'principal' | 'body'>,
  organizationId: string | null = null,
): Promise<ShownSink> {
  const { fields, secrets } = readDefinition(body, egress);
  await checkSinkLimit(tx, maxSinks);
  const now = new Date(clock());
  const id = newId('sink');
  const sink: SinkRecord = {
    ...fields,
    id,
    organizationId,
    secrets: seals.seal(tenantId, id, secrets),
    status: body.status ?? 'active',
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await writeSink(insertSink(tx, sink));
  const positions = await startPositions(tx, body.startFrom);
  await insertCursor(tx, { sinkId: id, ...cursorSettings(sink), positions });
  await publishSinkEvent(tx, 'siem.sink_created', sinkResource(sink));
  tx.afterCommit(onDue);
  return shownSink(sink);
}
