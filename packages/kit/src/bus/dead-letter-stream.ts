import { isId } from '@platform/contracts';
import type { JetStreamClient, JetStreamManager, MsgRequest, StoredMsg } from '@nats-io/jetstream';
import { deadLetterHeaders, deadLetterStreamName, replayHeaders } from './dead-letter.ts';
import { isMessageAbsent } from './message.ts';
import { problem } from '../problem/problem.ts';

/** A message that a service could not process. */
export interface DeadLetter {
  /** Its sequence number in the stream. */
  id: number;
  reason: string;
  /** Subject that the message was published on. */
  subject: string;
  /** Empty if neither the subject nor the message names one. */
  tenantId: string;
  eventId: string;
  createdAt: Date;
  sizeBytes: number;
  data: Uint8Array;
}

/** Selects the dead letters to list. */
export interface DeadLetterFilter {
  reason: string | undefined;
  /** Returns only those after this id. */
  after: number;
  limit: number;
}

/** The dead letters of one service. */
export interface DeadLetterStream {
  /** Oldest first. */
  list(filter: DeadLetterFilter): Promise<DeadLetter[]>;
  /** @throws 404 if the id belongs to another service or has expired */
  get(id: number): Promise<DeadLetter>;
  /**
   * Publishes the message again for this service only; a repeat within ten minutes has no effect.
   */
  publish(letter: DeadLetter): Promise<void>;
  remove(id: number): Promise<void>;
}

/** Reads id and tenant from the message, as far as it is valid JSON. */
function envelopeOf(message: StoredMsg): { id?: unknown; tenantid?: unknown } {
  try {
    return message.json<{ id?: unknown; tenantid?: unknown } | null>() ?? {};
  } catch {
    return {};
  }
}

function letterOf(message: StoredMsg): DeadLetter {
  const subject = message.header.get(deadLetterHeaders.subject);
  const { id, tenantid } = envelopeOf(message);
  const named = [subject.split('.')[2], tenantid].find((one) => isId('tenant', one));
  return {
    id: message.seq,
    reason: message.header.get(deadLetterHeaders.reason),
    subject,
    tenantId: named === undefined ? '' : String(named),
    eventId: isId('event', id) ? id : '',
    createdAt: message.time,
    sizeBytes: message.data.length,
    data: message.data,
  };
}

/** Opens the dead letters of a service. Every method throws 503 while NATS is unavailable. */
export function deadLetterStream(
  jetstream: () => JetStreamClient | undefined,
  service: string,
): DeadLetterStream {
  const mine = `dlq.${service}.`;

  function connected(): JetStreamClient {
    const js = jetstream();
    if (!js) throw problem('upstream_unavailable', { detail: 'NATS cannot be reached.' });
    return js;
  }

  async function message(
    manager: JetStreamManager,
    query: { seq: number; next_by_subj?: string },
  ): Promise<StoredMsg | undefined> {
    try {
      // The server accepts both members together; the library's type allows only the first.
      const found = await manager.streams.getMessage(deadLetterStreamName, query as MsgRequest);
      return found ?? undefined;
    } catch (error) {
      throw problem('upstream_unavailable', {
        detail: 'The dead letters could not be read from NATS.',
        cause: error,
      });
    }
  }

  return {
    async list({ reason, after, limit }) {
      const manager = await connected().jetstreamManager();
      const next = (seq: number) =>
        message(manager, { seq, next_by_subj: `${mine}${reason ?? '>'}` });
      const letters: DeadLetter[] = [];
      let found = await next(after + 1);
      while (found && letters.push(letterOf(found)) < limit) found = await next(found.seq + 1);
      return letters;
    },
    async get(id) {
      const manager = await connected().jetstreamManager();
      const found = await message(manager, { seq: id });
      if (!found?.subject.startsWith(mine))
        throw problem('not_found', { detail: `No dead letter ${id} was found for ${service}.` });
      return letterOf(found);
    },
    async publish(letter) {
      await connected().publish(letter.subject, letter.data, {
        headers: replayHeaders(service, letter.id),
      });
    },
    async remove(id) {
      const manager = await connected().jetstreamManager();
      await manager.streams.deleteMessage(deadLetterStreamName, id).catch((error: unknown) => {
        if (!isMessageAbsent(error)) throw error;
      });
    },
  };
}
