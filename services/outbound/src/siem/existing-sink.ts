import type { SiemSinkResource } from '@platform/contracts';
import { brokenUnique } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Answer } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import { findCursor } from './cursor-store.ts';
import type { SinkCursor } from './cursor-store.ts';
import { sinkResource } from './sink-record.ts';
import type { SinkRecord } from './sink-store.ts';

export { existingSink, existingSinkOf, listSinksOf } from './sink-store.ts';
export type { SinkRecord } from './sink-store.ts';

/** Returns the cursor of a sink. @throws 404 `not_found` */
export async function existingCursor(tx: Tx, id: string, isLocked: boolean): Promise<SinkCursor> {
  return found(await findCursor(tx, id, { isLocked }));
}

export type ShownSink = Answer<SiemSinkResource>;

export const shownSink = (sink: SinkRecord): ShownSink =>
  answer(sinkResource(sink), { version: sink.version });

/** Writes a sink. @throws 409 `already_exists` if another sink has its name */
export const writeSink = async <T>(write: Promise<T>): Promise<T> => {
  try {
    return await write;
  } catch (error) {
    if (brokenUnique(error) === 'siem_sinks__name_key')
      throw problem('already_exists', { detail: 'Another sink already has this name' });
    throw error;
  }
};

/** Returns the columns of a cursor that depend on its sink. */
export const cursorSettings = ({ status, filter, batch }: SinkRecord) => ({
  active: status === 'active',
  channels: filter.channels,
  maxEvents: batch.maxEvents,
  waitMs: batch.maxSeconds * 1000,
});
