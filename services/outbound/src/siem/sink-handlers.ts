import { isId } from '@platform/contracts';
import type { SiemSinkCreation, siemOperations } from '@platform/contracts';
import { brokenUnique } from '@platform/kit/database';
import type { Cursors, Tx } from '@platform/kit/database';
import type { Egress } from '@platform/kit/egress';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { invalid, problem } from '@platform/kit/problem';
import type { SinkChannelName, SinkCursor } from './cursor-record.ts';
import {
  deleteCursor,
  findCursor,
  insertCursor,
  readLogBounds,
  updateCursor,
} from './cursor-store.ts';
import { holdLogs, oldestKept, oldestUnread, seqBefore } from './log-reading.ts';
import { patchedDefinition, readDefinition } from './sink-definition.ts';
import type { SinkSeals } from './sink-definition.ts';
import { healthOf } from './sink-health.ts';
import { publishSinkEvent } from './sink-notices.ts';
import { sinkResource } from './sink-record.ts';
import type { SinkRecord } from './sink-record.ts';
import {
  countSinksLocked,
  deleteSink,
  findSink,
  insertSink,
  listSinks,
  lockSink,
  updateSink,
} from './sink-store.ts';

/** What {@link sinkHandlers} needs. */
export interface SinkHandlerOptions {
  cursors: Cursors;
  egress: Pick<Egress, 'checkUrl'>;
  seals: SinkSeals;
  maxSinks: number;
  clock: () => number;
  /** A sink may have become due. */
  onDue: () => void;
}

type SinkHandlers = Handlers<typeof siemOperations>;

const channels: readonly SinkChannelName[] = ['lifecycle', 'audit'];
const shown = (sink: SinkRecord) => answer(sinkResource(sink), { version: sink.version });

/** The sink. @throws 404 `not_found` */
export async function existingSink(
  tx: Tx,
  id: string,
  find: typeof findSink = findSink,
): Promise<SinkRecord> {
  const sink = isId('sink', id) ? await find(tx, id) : undefined;
  if (!sink) throw problem('not_found');
  return sink;
}

async function existingCursor(tx: Tx, id: string, isLocked: boolean): Promise<SinkCursor> {
  const cursor = await findCursor(tx, id, { isLocked });
  if (!cursor) throw problem('not_found');
  return cursor;
}

const named = async <T>(write: Promise<T>): Promise<T> => {
  try {
    return await write;
  } catch (error) {
    if (brokenUnique(error) === 'siem_sinks__name_key')
      throw problem('already_exists', { detail: 'Another sink already has this name' });
    throw error;
  }
};

/** Where reading begins. */
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

/** What of a cursor follows from its sink. */
const followed = ({ status, filter, batch }: SinkRecord) => ({
  active: status === 'active',
  channels: filter.channels,
  maxEvents: batch.maxEvents,
  waitMs: batch.maxSeconds * 1000,
});

const readers = ({
  cursors,
  clock,
}: SinkHandlerOptions): Pick<SinkHandlers, 'siemListSinks' | 'siemGetSink' | 'siemSinkHealth'> => ({
  async siemListSinks({ tx, principal: { tenantId }, query: { limit, cursor } }) {
    const bound = { tenantId, list: 'siem sinks' };
    const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const sinks = await listSinks(tx, before as string | undefined, limit + 1);
    return cursors.page(bound, sinks, limit, {
      position: (sink) => [sink.id],
      present: sinkResource,
    });
  },

  siemGetSink: async ({ tx, params }) => shown(await existingSink(tx, params.id)),

  async siemSinkHealth({ tx, params }) {
    const { id, status } = await existingSink(tx, params.id);
    const cursor = await existingCursor(tx, id, false);
    const bounds = await readLogBounds(tx);
    const oldest = await Promise.all(
      cursor.channels.map((channel) => oldestUnread(tx, channel, cursor.positions[channel])),
    );
    const [oldestOfAll] = oldest
      .filter((at) => at !== undefined)
      .toSorted((a, b) => a.getTime() - b.getTime());
    return healthOf({ status, cursor, bounds, oldestUnread: oldestOfAll, now: clock() });
  },
});

const writers = ({
  egress,
  seals,
  maxSinks,
  clock,
  onDue,
}: SinkHandlerOptions): Omit<SinkHandlers, 'siemListSinks' | 'siemGetSink' | 'siemSinkHealth'> => ({
  async siemConfigureSink({ tx, principal: { tenantId }, body }) {
    const { fields, secrets } = readDefinition(body, egress);
    const present = await countSinksLocked(tx);
    if (present >= maxSinks) {
      const detail = `A tenant can have at most ${maxSinks} sinks`;
      throw problem('limit_exceeded', { detail, errors: [{ code: 'limit_exceeded', detail }] });
    }
    const now = new Date(clock());
    const id = newId('sink');
    const sink: SinkRecord = {
      ...fields,
      id,
      secrets: seals.seal(tenantId, id, secrets),
      status: body.status ?? 'active',
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await named(insertSink(tx, sink));
    const positions = await startPositions(tx, body.startFrom);
    await insertCursor(tx, { sinkId: id, ...followed(sink), positions });
    await publishSinkEvent(tx, 'siem.sink_created', sinkResource(sink));
    tx.afterCommit(onDue);
    return shown(sink);
  },

  async siemUpdateSink({ tx, principal: { tenantId }, params, body, ifMatch, audit }) {
    // The cursor first, as workers lock them.
    const cursor = isId('sink', params.id)
      ? await findCursor(tx, params.id, { isLocked: true })
      : undefined;
    const sink = await existingSink(tx, params.id, lockSink);
    if (!cursor) throw problem('not_found');
    ifMatch(sink.version);
    const { status = sink.status, ...change } = body;
    const before = seals.open(tenantId, sink);
    const { fields, secrets } = patchedDefinition(sink, before, change, egress);
    const isSame =
      status === sink.status &&
      JSON.stringify(secrets) === JSON.stringify(before) &&
      Object.entries(fields).every(
        ([name, value]) => JSON.stringify(value) === JSON.stringify(sink[name as keyof SinkRecord]),
      );
    if (isSame) return shown(sink);
    const now = clock();
    const after: SinkRecord = {
      ...sink,
      ...fields,
      secrets: seals.seal(tenantId, sink.id, secrets),
      status,
      version: sink.version + 1,
      updatedAt: new Date(now),
    };
    await named(updateSink(tx, after));
    // Whoever mends a sink wants to see it work: it is tried at once, and what it failed with before counts no more.
    const next: SinkCursor = {
      ...cursor,
      ...followed(after),
      nextDueAt: status === 'active' ? now : null,
      failingSince: null,
      unauthorizedSince: null,
      consecutiveFailures: 0,
      isSlow: false,
    };
    await updateCursor(tx, next);
    const changed = Object.keys(body).map((name) => `/${name}`);
    await publishSinkEvent(tx, 'siem.sink_updated', sinkResource(after), { changed });
    audit({ changed });
    tx.afterCommit(onDue);
    return shown(after);
  },

  async siemDeleteSink({ tx, params, ifMatch }) {
    const isKnown = isId('sink', params.id);
    if (isKnown) await findCursor(tx, params.id, { isLocked: true });
    const { id, version } = await existingSink(tx, params.id, lockSink);
    ifMatch(version);
    await deleteCursor(tx, id);
    await deleteSink(tx, id);
    await publishSinkEvent(tx, 'siem.sink_deleted', { id });
    return { id, deleted: true as const };
  },

  async siemReplaySink({ tx, params, body }) {
    await holdLogs(tx);
    const sink = await existingSink(tx, params.id);
    const cursor = await existingCursor(tx, sink.id, true);
    const since = new Date(body.since);
    const oldest = await oldestKept(tx);
    if (since.getTime() > clock())
      throw invalid('/since', 'invalid_format', 'must not be in the future');
    if (oldest && since < oldest)
      throw invalid(
        '/since',
        'invalid_format',
        `must not be before the oldest stored event, ${oldest.toISOString()}`,
      );
    const positions = { ...cursor.positions };
    for (const channel of channels) {
      const seq = await seqBefore(tx, channel, since);
      if (seq !== undefined && seq < positions[channel].seq)
        positions[channel] = { seq, at: -Infinity };
    }
    const isBackingOff = cursor.consecutiveFailures > 0;
    await updateCursor(tx, {
      ...cursor,
      positions,
      batchChannel: null,
      batchUntil: null,
      batchRefusals: 0,
      nextDueAt: sink.status !== 'active' ? null : isBackingOff ? cursor.nextDueAt : clock(),
    });
    tx.afterCommit(onDue);
    return shown(sink);
  },
});

/** Handlers of sinks. */
export const sinkHandlers = (options: SinkHandlerOptions): SinkHandlers => ({
  ...readers(options),
  ...writers(options),
});
