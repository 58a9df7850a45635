import { SinkFilter, exampleEvent } from '@platform/contracts';
import type { EventTypeName, PlatformEvent } from '@platform/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SinkCursor } from './cursor-store.ts';
import { passesFilter } from './event-filter.ts';
import { redactor } from './redaction.ts';
import { SinkFault } from './senders/sink-fault.ts';
import { octetCounted, syslogMessage } from './senders/syslog-message.ts';
import { shownDetail } from './shown-detail.ts';
import {
  afterFailure,
  afterSuccess,
  mustSuspend,
  pauseMs,
  withoutTrimmed,
} from './sink-progress.ts';
import type { ReadBatch } from './sink-progress.ts';

const example = (type: EventTypeName, more: Partial<PlatformEvent> = {}): PlatformEvent => ({
  ...exampleEvent(type, { id: 'evt_1', occurredAt: '2026-11-20T05:41:00.123Z' }),
  ...more,
});

describe('a filter', () => {
  const audit = (outcome: string) =>
    example('audit.recorded', { data: { operationId: 'x', outcome, status: 200 } });
  test.each([
    [{}, example('user.created'), true],
    [{ eventTypes: ['user.*'] }, example('client.created'), false],
    [{ organizationIds: [] }, example('user.created', { organizationId: null }), false],
    [{ minSeverity: 'high' }, example('user.created'), false],
    [{ minSeverity: 'high' }, example('webhook.endpoint_created'), true],
    [{ outcomes: ['denied'] }, audit('success'), false],
    [{ outcomes: ['denied'] }, audit('denied'), true],
    [{ outcomes: ['denied'] }, example('user.created'), true],
    [{ minSeverity: 'medium' }, audit('denied'), true],
    [{}, example('siem.test'), false],
  ])('%j', (rules, event, passes) => {
    expect(passesFilter(SinkFilter.parse(rules), event)).toBe(passes);
  });
});

describe('redaction', () => {
  const event = example('user.created', {
    data: { user: { email: 'a@example.com', tags: [{ email: 'b@example.com' }] } },
  });
  const key = Buffer.alloc(32, 1).toString('base64');

  test('masks properties at any depth', () => {
    const { data } = redactor({ mode: 'mask', fields: ['email'] }, key)(event);
    expect(data).toEqual({ user: { email: '***', tags: [{ email: '***' }] } });
  });

  test('keeps the required properties of the event', () => {
    const fields = ['id', 'type', 'occurredAt', 'schemaVersion'];
    const { actor, ...sent } = redactor({ mode: 'mask', fields }, key)(event);
    expect(sent).toMatchObject({ id: 'evt_1', type: 'user.created', schemaVersion: 1 });
    expect(sent.occurredAt).toBe(event.occurredAt);
    expect(actor.id).toBe('***');
  });

  test('hashes equal values equally, with a key of the sink', () => {
    const hash = (k: string) => {
      const { data } = redactor({ mode: 'hash', fields: ['email'] }, k)(event);
      return (data['user'] as { email: string }).email;
    };
    expect(hash(key)).toBe(hash(key));
    expect(hash(key)).not.toBe(hash(Buffer.alloc(32, 2).toString('base64')));
  });
});

describe('the progress of a sink', () => {
  const cursor: SinkCursor = {
    sinkId: 'snk_1',
    epoch: 1,
    active: true,
    suspended: false,
    unentitled: false,
    channels: ['lifecycle'],
    maxEvents: 100,
    waitMs: 5_000,
    nextDueAt: 0,
    positions: { lifecycle: { seq: 10, at: -Infinity }, audit: { seq: 0, at: -Infinity } },
    batchChannel: null,
    batchUntil: null,
    batchRefusals: 0,
    consecutiveFailures: 0,
    failingSince: null,
    unauthorizedSince: null,
    toldFailing: false,
    lastSuccessAt: null,
    lastAttemptAt: null,
    lastError: null,
    deliveredTotal: 0,
    droppedTotal: 0,
    untoldDrops: null,
    dropsToldAt: null,
    isSlow: false,
  };
  const read: ReadBatch = {
    channel: 'lifecycle',
    fromSeq: 10,
    untilSeq: 14,
    untilAt: new Date(0),
    seqs: [11, 13],
  };
  const fail = (
    from: SinkCursor,
    code: 'rejected' | 'unauthorized' | 'http_status',
    more: Partial<ReadBatch> = {},
  ) =>
    afterFailure(
      from,
      { ...read, ...more },
      { fault: new SinkFault(code), detail: null, now: 0, random: 0.5 },
    );

  test('a confirmed batch moves the position, unless a replay has moved it meanwhile', () => {
    expect(afterSuccess(cursor, read, 0).positions.lifecycle.seq).toBe(14);
    const replayed = {
      ...cursor,
      positions: { ...cursor.positions, lifecycle: { seq: 2, at: 0 } },
    };
    expect(afterSuccess(replayed, read, 0).positions.lifecycle.seq).toBe(2);
  });

  test('a rejected batch is halved; one event is tried three times and skipped', () => {
    expect(fail(cursor, 'rejected')).toMatchObject({
      end: 'halve',
      cursor: { batchChannel: 'lifecycle', batchUntil: 11, consecutiveFailures: 0 },
    });
    let single = fail(cursor, 'rejected', { seqs: [11], untilSeq: 11 });
    expect(single.end).toBe('retry');
    single = fail(single.cursor, 'rejected', { seqs: [11], untilSeq: 11 });
    expect(single.end).toBe('retry');
    single = fail(single.cursor, 'rejected', { seqs: [11], untilSeq: 11 });
    expect(single).toMatchObject({
      end: 'skip',
      cursor: { droppedTotal: 1, positions: { lifecycle: { seq: 11 } } },
    });
  });

  test('no other failure ever drops an event', () => {
    for (const code of ['unauthorized', 'http_status'] as const) {
      let state = cursor;
      for (let i = 0; i < 20; i += 1) state = fail(state, code, { seqs: [11] }).cursor;
      expect([state.droppedTotal, state.positions.lifecycle.seq]).toEqual([0, 10]);
    }
  });

  test('a day of 401 or a week of failures suspends the sink', () => {
    const day = 86_400_000;
    const refused = fail(cursor, 'unauthorized').cursor;
    expect([mustSuspend(refused, day - 1), mustSuspend(refused, day)]).toEqual([false, true]);
    const failing = fail(cursor, 'http_status').cursor;
    expect([mustSuspend(failing, day), mustSuspend(failing, 7 * day)]).toEqual([false, true]);
  });

  test('expired events are counted, and reading continues after them', () => {
    const bounds = { lifecycle: { head: 50, trimmed: 30 }, audit: { head: 9, trimmed: 9 } };
    expect(withoutTrimmed(cursor, bounds)).toMatchObject({
      positions: { lifecycle: { seq: 30 }, audit: { seq: 0 } },
      droppedTotal: 20,
      untoldDrops: { lifecycle: { count: 20, fromSequence: 11, toSequence: 30 } },
    });
  });

  test('delays double from a second to five minutes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, random) => {
          const pause = Math.round(pauseMs(failures, random));
          return pause >= 800 && pause <= 360_000;
        },
      ),
    );
    expect([1, 2, 3].map((n) => pauseMs(n, 0.5))).toEqual([1_000, 2_000, 4_000]);
  });
});

describe('syslog messages', () => {
  const source = { facility: 13, hostname: 'host', appName: 'app', enterpriseId: 32473 };
  const entry = (text: string) => ({
    seq: 1,
    id: 'evt_"]\\',
    type: 'user.created',
    occurredAt: '2026-11-20T05:41:00.123Z',
    severity: 'high' as const,
    text,
    short: () => 'short',
    isJson: false,
  });

  test('escape structured data, and never contain a line break', () => {
    const message = syslogMessage(source, entry('a\nb')).toString();
    expect(message).toBe(
      '<108>1 2026-11-20T05:41:00.123Z host app - user.created [event@32473 id="evt_\\"\\]\\\\" type="user.created"] a b',
    );
  });

  test('are at most 8192 bytes, counted in octets', () => {
    expect(syslogMessage(source, entry('x'.repeat(9_000))).toString()).toMatch(/ short$/);
    const long = { ...entry(''), text: 'é'.repeat(9_000), short: () => 'é'.repeat(9_000) };
    const message = syslogMessage(source, long);
    expect(message.length).toBeLessThanOrEqual(8192);
    expect(message.toString()).not.toContain('\ufffd');
    expect(octetCounted(message).toString()).toMatch(new RegExp(`^${message.length} <`));
  });
});

test("a destination's response is shown without credentials", () => {
  const secrets = {
    credentials: { token: 'token-of-the-sink' },
    headers: { a: 'header-value' },
    clientKeyPem: undefined,
    hashKey: '',
  };
  const text = `bad token-of-the-sink, ${Buffer.from('token-of-the-sink').toString('base64')}, header-value`;
  expect(shownDetail(text, secrets)).toBe('bad ***, ***, ***');
});
