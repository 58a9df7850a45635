import { isIPv4, isIPv6 } from 'node:net';
import { eventCatalog, exampleEvent } from '@platform/contracts';
import type { EventTypeName, PlatformEvent } from '@platform/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { formatCef } from '../src/siem/formats/format-cef.ts';
import { ecsDocument } from '../src/siem/formats/format-ecs.ts';
import { ocsfDocument } from '../src/siem/formats/format-ocsf.ts';
import { formatted } from '../src/siem/formats/formats.ts';
import { octetCounted, syslogMessage } from '../src/siem/senders/syslog-message.ts';
import { readCef } from './cef-reader.ts';
import ecs from './schemas/ecs-8.11.0.json' with { type: 'json' };
import ocsf from './schemas/ocsf-1.3.0.json' with { type: 'json' };
import { framesOf } from './syslog-frames.ts';

const ids = { id: 'evt_01m7vqhvjpfrhtg5g075cmmcw9', occurredAt: '2026-11-20T05:41:00.123Z' };
const types = Object.keys(eventCatalog) as EventTypeName[];

/** Each type as in its example, and with all request data that formats use. */
const events: PlatformEvent[] = types.flatMap((type) => {
  const plain = { ...exampleEvent(type, ids), organizationId: null };
  const data = {
    ...plain.data,
    operationId: 'userDirectoryCreate',
    outcome: 'denied',
    status: 403,
    sourceIp: '2001:db8::7',
    userAgent: 'curl/8',
    requestId: 'req_1',
  };
  return [plain, { ...plain, organizationId: 'org_1', data }];
});

describe('ocsf', () => {
  const ajv = new Ajv2020({ allErrors: true, strictRequired: false, strictTypes: false });
  ajv.addFormat('ipv4', isIPv4).addFormat('ipv6', isIPv6).addSchema(ocsf, 'ocsf');
  function faultsOf(document: Record<string, unknown>): string[] {
    const validate = ajv.getSchema(`ocsf#/$defs/${String(document['class_uid'])}`);
    if (!validate) return ['the class is not in the excerpt'];
    if (validate(document) === true) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
  const changes: [string, (document: any) => void][] = [
    ['a required attribute is missing', (d) => delete d.severity_id],
    ['an attribute is unknown', (d) => (d.sverity = 'Low')],
    ['an activity is not of the class', (d) => (d.activity_id = 42)],
    ['neither user nor privileges are there', (d) => delete d.privileges],
    ['an attribute of a profile is there without the profile', (d) => (d.metadata.profiles = [])],
    ['an object has an unknown attribute', (d) => (d.group.owner = 'usr_1')],
    ['a time is text', (d) => (d.time = ids.occurredAt)],
  ];

  test('every type of the catalog conforms to its class', () => {
    const faults = events.map((event) => [event.type, faultsOf(ocsfDocument(event))]);
    expect(faults.filter(([, found]) => found?.length !== 0)).toEqual([]);
  });

  test.each(changes)('the schema excerpt detects when %s', (_what, change) => {
    const document = ocsfDocument(exampleEvent('directory.group_created', ids));
    change(document);
    expect(faultsOf(document)).not.toEqual([]);
  });

  test('includes the member of a group if there is exactly one', () => {
    const added = exampleEvent('directory.group_member_added', ids);
    const members = added.data['members'] as { userId: string }[];
    expect(ocsfDocument(added)).toMatchObject({ user: { uid: members[0]?.userId, type_id: 1 } });
    const several = { ...added, data: { members: [...members, ...members] } };
    expect(ocsfDocument(several)).toMatchObject({ privileges: [] });
    expect(ocsfDocument(several)).not.toHaveProperty('user');
  });
});

describe('ecs', () => {
  const fields = new Map(Object.entries(ecs.fields));
  const arrays = new Set(ecs.normalizedAsArray);
  const isOf: Record<string, (value: unknown) => boolean> = {
    date: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
    ip: (value) => typeof value === 'string' && (isIPv4(value) || isIPv6(value)),
    long: Number.isSafeInteger,
  };
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

  /** Returns fields that ECS lacks or has with another type. `platform` is the product's own. */
  function faultsOf(document: object, prefix = ''): string[] {
    return Object.entries(document).flatMap(([member, value]) => {
      const name = prefix + member;
      const type = fields.get(name);
      if (name === 'platform') return [];
      if (type === undefined)
        return typeof value === 'object' && value !== null && !Array.isArray(value)
          ? faultsOf(value, `${name}.`)
          : [`${name} is unknown`];
      if (arrays.has(name) !== Array.isArray(value)) return [`${name} is an array, or should be`];
      const values = [value].flat();
      return values.every(isOf[type] ?? isText) ? [] : [`${name} is not of type ${type}`];
    });
  }

  test('every type of the catalog has only ECS fields, with their types', () => {
    const faults = events.map((event) => [event.type, faultsOf(ecsDocument(event))]);
    expect(faults.filter(([, found]) => found?.length !== 0)).toEqual([]);
  });

  test('every type of the catalog has valid ECS categories', () => {
    const expected: Record<string, string[]> = ecs.expectedTypes;
    for (const event of events) {
      const { kind, outcome, category, type } = ecsDocument(event)['event'] as any;
      expect(ecs.allowed['event.kind']).toContain(kind);
      expect(ecs.allowed['event.outcome']).toContain(outcome);
      expect([event.type, expected[category[0]]]).toEqual([
        event.type,
        expect.arrayContaining(type),
      ]);
    }
  });

  test('the list of fields detects unknown fields and wrong types', () => {
    expect(faultsOf({ user: { uid: 'usr_1' } })).toEqual(['user.uid is unknown']);
    expect(faultsOf({ source: { ip: 'localhost' } })).toEqual(['source.ip is not of type ip']);
    expect(faultsOf({ event: { category: 'iam' } })).toHaveLength(1);
  });
});

describe('cef', () => {
  /** Keys of the CEF dictionary with checks of their values. */
  const dictionary: Record<string, (value: string) => boolean> = {
    rt: (value) => /^\d{13}$/.test(value),
    externalId: ({ length }) => length <= 40,
    act: ({ length }) => length <= 63,
    outcome: ({ length }) => length <= 63,
    suid: ({ length }) => length <= 1_023,
    duid: ({ length }) => length <= 1_023,
    src: isIPv4,
    c6a2: isIPv6,
    requestClientApplication: ({ length }) => length <= 1_023,
    cs1: ({ length }) => length <= 4_000,
    cs2: ({ length }) => length <= 4_000,
  };

  test('every type of the catalog has only keys of the dictionary, and a label for each custom one', () => {
    for (const event of events) {
      const { head, extension } = readCef(formatCef(event));
      expect(head.slice(0, 5)).toEqual(['CEF:0', 'Platform', 'Tenant Management', '1', event.type]);
      expect(Number(head[6])).toBeLessThanOrEqual(10);
      for (const [key, value] of Object.entries(extension)) {
        if (key.endsWith('Label')) expect(extension).toHaveProperty(key.replace('Label', ''));
        else expect([key, value, dictionary[key]?.(value)]).toEqual([key, value, true]);
        if (/^c\w+\d$/.test(key)) expect(extension).toHaveProperty(`${key}Label`);
      }
    }
  });

  test('contains the event, the actor and the subject', () => {
    const event: PlatformEvent = {
      ...exampleEvent('audit.recorded', ids),
      actor: { type: 'user', id: 'usr_a' },
      organizationId: 'org_1',
      data: {
        operationId: 'userDirectoryCreate',
        outcome: 'denied',
        status: 403,
        sourceIp: '203.0.113.7',
        userAgent: 'curl/8',
        requestId: 'req_1',
      },
    };
    const { head, extension } = readCef(formatCef(event));
    expect(head).toEqual([
      'CEF:0',
      'Platform',
      'Tenant Management',
      '1',
      'audit.recorded',
      eventCatalog['audit.recorded'].description,
      '5',
    ]);
    expect(extension).toMatchObject({
      rt: String(Date.parse(ids.occurredAt)),
      externalId: event.id,
      act: 'userDirectoryCreate',
      outcome: 'denied',
      suid: 'usr_a',
      duid: event.subject.id,
      src: '203.0.113.7',
      requestClientApplication: 'curl/8',
      cs1: 'org_1',
      cs2: 'req_1',
    });
  });

  test.each(['a=b', 'a\\b', 'x\nCEF:0|fake|', 'a\r\nb', '|', 'suid=root\\'])(
    'keeps %j within its field',
    (userAgent) => {
      const line = formatCef({ ...exampleEvent('user.signed_in', ids), data: { userAgent } });
      expect(line).not.toMatch(/[\r\n]/);
      expect(readCef(line).extension['requestClientApplication']).toBe(userAgent);
    },
  );

  test('truncates a user agent that is longer than the dictionary allows', () => {
    const event = exampleEvent('user.signed_in', ids);
    const line = formatCef({ ...event, data: { userAgent: 'x'.repeat(9_000) } });
    expect(readCef(line).extension['requestClientApplication']).toHaveLength(1_023);
  });
});

/** Texts that end a line, a field or a message for some reader. */
const injections = [
  'a\nb',
  'a\r\nCEF:0|fake|fake|1|1|1|10|',
  'a\rb',
  'a\u000bb\u000cc',
  'a\u0085b',
  'a\u2028b\u2029c',
  'a\u0000b',
  'a\u001b[2Kb',
  'a|b\\|c',
  'a=b suid=root',
  'a\\',
  'a\\\\',
  'a\\n',
  '"a"] [event@32473 id="b"]',
  '\n<110>1 2026-11-20T05:41:00Z h a - - - fake',
  '\n5 12345',
  '{"create":{"_id":"x"}}\n{}',
  '\u{1f600}\ud800',
] as const;

describe('injection', () => {
  const formats = ['platform_json', 'ocsf', 'ecs', 'cef'] as const;
  const hostile = (text: string): PlatformEvent => ({
    ...exampleEvent('user.updated', ids),
    actor: { type: 'user', id: text },
    subject: { type: 'user', id: text },
    organizationId: text,
    data: { userAgent: text, requestId: text, operationId: text, [text]: { [text]: text } },
  });
  const harmless = readCef(formatCef(hostile('x')));

  test.each(injections)('%j ends no line and no field in any format', (text) => {
    for (const format of formats) {
      const line = formatted(format, hostile(text));
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      if (format !== 'cef')
        expect(JSON.stringify(JSON.parse(line))).toContain(JSON.stringify(text));
    }
    const { head, extension } = readCef(formatCef(hostile(text)));
    expect(head).toEqual(harmless.head);
    expect(Object.keys(extension)).toEqual(Object.keys(harmless.extension));
  });

  test.each(injections)('%j stays within its syslog message', (text) => {
    const source = {
      facility: 13,
      hostname: 'iam.example.com',
      appName: 'iam',
      enterpriseId: 32473,
    };
    const event = hostile(text);
    const frames = framesOf(
      Buffer.concat(
        formats.map((format) => {
          const line = formatted(format, event);
          const entry = {
            seq: 1,
            text: line,
            short: () => line,
            isJson: true,
            severity: 'low',
          } as const;
          return octetCounted(syslogMessage(source, { ...entry, ...ids, type: event.type }));
        }),
      ),
    );
    expect(frames).toHaveLength(formats.length);
    for (const frame of frames)
      expect(frame).toMatch(
        /^<110>1 \S+ iam\.example\.com iam - user\.updated \[event@32473 id="evt_\w+" type="user\.updated"\] [^\p{Cc}]+$/u,
      );
  });
});
