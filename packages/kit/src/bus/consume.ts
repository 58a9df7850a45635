import { EventEmitter, once } from 'node:events';
import { AckPolicy, DeliverPolicy, headers as natsHeaders, nanos } from 'nats';
import type { ConsumerMessages, JetStreamClient, JsMsg } from 'nats';
import type { PlatformEvent } from '@platform/contracts';
import type { Logger } from '../log/log.ts';

/** An event as it came over the bus. */
export interface ReceivedEvent {
  tenantId: string;
  event: PlatformEvent;
  /** Length of the message. */
  bytes: number;
  traceparent?: string;
}

interface CloudEvent {
  id?: unknown;
  type?: unknown;
  tenantid?: unknown;
  traceparent?: string;
  data?: PlatformEvent;
}

/** Reads a message; undefined for one that can never be read (not JSON, no tenant, id or type). */
export function readMessage(message: JsMsg): ReceivedEvent | undefined {
  try {
    const envelope = message.json<CloudEvent>();
    if (
      typeof envelope.id !== 'string' ||
      typeof envelope.type !== 'string' ||
      typeof envelope.tenantid !== 'string' ||
      envelope.data?.id !== envelope.id
    )
      return undefined;
    return {
      tenantId: envelope.tenantid,
      event: envelope.data,
      bytes: message.data.length,
      ...(envelope.traceparent ? { traceparent: envelope.traceparent } : {}),
    };
  } catch {
    return undefined;
  }
}

/** Copies a message that can never succeed to DLQ and takes it out of the stream's way. */
export async function bury(
  js: JetStreamClient,
  service: string,
  message: JsMsg,
  reason: string,
): Promise<void> {
  const headers = natsHeaders();
  headers.set('Platform-Subject', message.subject);
  headers.set('Platform-Reason', reason);
  await js.publish(`dlq.${service}.${reason}`, message.data, { headers });
  message.term();
}

/** What a durable consumer of batches is asked to do. */
export interface BatchConsumer {
  stream: 'EVENTS' | 'AUDIT' | 'PLATFORM';
  durable: string;
  filter: string;
  maxMessages: number;
  maxWaitMs: number;
  /** What may be in hand, with that of lanes which fail. */
  maxAckPending?: number;
  /** What has to keep its order among itself: a failure holds up its own lane alone. One lane unless given. */
  laneOf?: (message: JsMsg) => string;
  /** Settles each message (`ack`, `nak`, `term`); after a throw the ones not settled come again, with a growing pause. */
  onBatch: (messages: JsMsg[]) => Promise<void>;
}

/** Messages that failed, and those that came behind them. */
interface FailedLane {
  messages: JsMsg[];
  failures: number;
  dueAt: number;
}

const ensureConsumer = async (
  js: JetStreamClient,
  { stream, durable, filter, maxAckPending = 512 }: BatchConsumer,
) => {
  const { consumers } = await js.jetstreamManager();
  const changeable = {
    filter_subject: filter,
    ack_wait: nanos(60_000),
    max_ack_pending: maxAckPending,
    max_deliver: -1,
  };
  const there = await consumers.info(stream, durable).catch((error: { code?: string }) => {
    if (error.code === '404') return undefined;
    throw error;
  });
  // Where it begins stays as it is: one that was pulled back begins later.
  if (!there)
    await consumers.add(stream, {
      durable_name: durable,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ...changeable,
    });
  else if (
    Object.entries(changeable).some(
      ([name, value]) => there.config[name as keyof typeof changeable] !== value,
    )
  )
    await consumers.update(stream, durable, changeable);
  return js.consumers.get(stream, durable);
};

const pullMs = 30_000;

const workingMs = 20_000;

const longestPauseMs = 30_000;

const isSettled = (message: JsMsg): boolean =>
  (message as JsMsg & { didAck?: boolean }).didAck === true;

const bySequence = (a: JsMsg, b: JsMsg): number => a.seq - b.seq;

/**
 * Pulls batches until `stop`, in the order of the stream. What fails is kept in hand and tried again after 1 s doubling
 * to 30 s, so that nothing of its lane overtakes it; other lanes go on while `maxAckPending` is not reached. At the end
 * it is returned. Pulls are never cut short before, since what the server sends to a cut pull comes again only after the ack wait.
 */
export async function consumeBatches(
  js: JetStreamClient,
  consumer: BatchConsumer,
  stop: AbortSignal,
  log: Logger,
): Promise<void> {
  const { maxMessages, maxWaitMs, laneOf = () => '' } = consumer;
  const pull = await ensureConsumer(js, consumer);
  const changes = new EventEmitter();
  const waiting: JsMsg[] = [];
  const failed = new Map<string, FailedLane>();
  let inHand: JsMsg[] = [];
  let fetched: ConsumerMessages | undefined;
  let ended = stop.aborted;

  const all = (): JsMsg[] =>
    [
      ...new Set([
        ...inHand,
        ...[...failed.values()].flatMap(({ messages }) => messages),
        ...waiting,
      ]),
    ].sort(bySequence);
  const end = (): void => {
    ended = true;
    fetched?.stop();
    changes.emit('change');
  };
  async function until(isMet: () => boolean, ms?: number): Promise<void> {
    let isLate = false;
    const timer =
      ms === undefined
        ? undefined
        : setTimeout(() => {
            isLate = true;
            changes.emit('change');
          }, ms);
    while (!ended && !isLate && !isMet()) await once(changes, 'change');
    clearTimeout(timer);
  }

  async function pullOn(): Promise<void> {
    while (!ended) {
      await until(() => waiting.length < maxMessages);
      if (ended) return;
      fetched = await pull.fetch({ max_messages: maxMessages - waiting.length, expires: pullMs });
      if (ended) fetched.stop();
      for await (const message of fetched) {
        waiting.push(message);
        changes.emit('change');
      }
    }
  }

  /** What has come for lanes that do not fail, and the lanes whose pause is over. */
  function takeDue(): JsMsg[] {
    const due: JsMsg[] = [];
    for (const message of waiting.splice(0))
      (failed.get(laneOf(message))?.messages ?? due).push(message);
    for (const { messages, dueAt } of failed.values())
      if (dueAt <= performance.now()) due.push(...messages);
    return due.sort(bySequence);
  }

  async function apply(): Promise<void> {
    let left: JsMsg[] = [];
    let fault: unknown;
    try {
      await consumer.onBatch(inHand);
    } catch (error) {
      fault = error;
      left = inHand.filter((message) => !isSettled(message));
    }
    const before = new Map(
      inHand.map((message) => [laneOf(message), failed.get(laneOf(message))?.failures ?? 0]),
    );
    for (const lane of before.keys()) failed.delete(lane);
    // One look at the clock: what failed together is tried together.
    const now = performance.now();
    for (const message of left) {
      const lane = laneOf(message);
      const failures = (before.get(lane) ?? 0) + 1;
      const held = failed.get(lane) ?? {
        messages: [],
        failures,
        dueAt: now + Math.min(longestPauseMs, 1000 * 2 ** (failures - 1)),
      };
      held.messages.push(message);
      failed.set(lane, held);
    }
    inHand = [];
    if (left.length > 0)
      log.warn(
        { err: fault, durable: consumer.durable, messages: left.length },
        'a batch could not be applied; it is tried again',
      );
  }

  async function applyOn(): Promise<void> {
    while (!ended) {
      const dueAt = Math.min(...[...failed.values()].map((lane) => lane.dueAt));
      await until(
        () => waiting.length > 0,
        failed.size > 0 ? Math.max(0, dueAt - performance.now()) : undefined,
      );
      if (waiting.length > 0) await until(() => waiting.length >= maxMessages, maxWaitMs);
      if (ended) return;
      inHand = takeDue();
      changes.emit('change');
      if (inHand.length > 0) await apply();
    }
  }

  const alive = setInterval(() => all().forEach((message) => message.working()), workingMs);
  stop.addEventListener('abort', end, { once: true });
  try {
    const ends = await Promise.allSettled([pullOn(), applyOn()].map((work) => work.finally(end)));
    for (const how of ends) if (how.status === 'rejected') throw how.reason;
  } finally {
    stop.removeEventListener('abort', end);
    clearInterval(alive);
    for (const message of all()) if (!isSettled(message)) message.nak();
  }
}

/** A handler of single events: throwing returns the event with a pause. */
export type EventHandler = (received: ReceivedEvent) => Promise<void>;

/** Applies events one by one as they come. */
export const oneByOne =
  (js: JetStreamClient, service: string, handle: EventHandler, log: Logger) =>
  async (messages: JsMsg[]): Promise<void> => {
    for (const message of messages) {
      const received = readMessage(message);
      if (!received) {
        await bury(js, service, message, 'unreadable');
        continue;
      }
      try {
        await handle(received);
        message.ack();
      } catch (error) {
        const delay = Math.min(30_000, 1000 * 2 ** Math.min(5, message.info.redeliveryCount - 1));
        log.warn(
          { err: error, eventId: received.event.id, type: received.event.type },
          'an event could not be applied; it comes again',
        );
        message.nak(delay);
      }
    }
  };
