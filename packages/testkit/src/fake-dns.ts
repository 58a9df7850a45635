import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/** Types of records that the test server supports, with their numbers. */
const types = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;

type RecordType = keyof typeof types;

/** How the test server fails queries for a name. */
export type TestDnsFault = 'servfail' | 'refused' | 'silent';

/** A DNS server on the loopback interface (RFC 1035, UDP), for tests of lookups. */
export interface TestDns {
  /** `127.0.0.1:port`, in the form of a configured server. */
  address: string;
  /**
   * Sets the records of a name; a TXT record may have several strings. Empty: the name has no
   * record of this type.
   */
  set(name: string, type: RecordType, records: readonly (string | readonly string[])[]): void;
  /** Removes a name: NXDOMAIN. */
  remove(name: string): void;
  /** Fails lookups of a name until called with undefined. */
  fail(name: string, fault: TestDnsFault | undefined): void;
  /** Returns the number of queries for a name. */
  asked(name: string): number;
  stop(): Promise<void>;
}

const codes = { noError: 0, servfail: 2, nameError: 3, refused: 5 } as const;

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
    Buffer.from([0]),
  ]);

function encodeAddress(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [groups(head), groups(tail)];
  const all = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

function encodeData(type: RecordType, record: string | readonly string[]): Buffer {
  if (type === 'TXT') {
    const strings = typeof record === 'string' ? [record] : record;
    return Buffer.concat(
      strings.flatMap((text) => [Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]),
    );
  }
  return type === 'CNAME' ? encodeName(String(record)) : encodeAddress(String(record));
}

/** Parses the single question of a message: its name in lower case, its type, its octets. */
function questionOf(message: Buffer): { name: string; type: number; octets: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at + 1),
    octets: message.subarray(12, at + 5),
  };
}

function reply(
  message: Buffer,
  code: number,
  question: Buffer,
  answers: readonly Buffer[],
): Buffer {
  const header = Buffer.alloc(12);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8580 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, question, ...answers]);
}

function answerOf(type: RecordType, record: string | readonly string[]): Buffer {
  const data = encodeData(type, record);
  // The name is a pointer to that of the question.
  const head = Buffer.from([0xc0, 0x0c, 0, types[type], 0, 1, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/** Starts {@link TestDns}. Names do not exist until they are set. */
export async function startTestDns(): Promise<TestDns> {
  const names = new Map<string, Map<number, readonly Buffer[]>>();
  const faults = new Map<string, TestDnsFault>();
  const counts = new Map<string, number>();
  const socket: Socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    const { name, type, octets } = questionOf(message);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const fault = faults.get(name);
    if (fault === 'silent') return;
    const known = names.get(name);
    const usual = known ? codes.noError : codes.nameError;
    const code = fault ? codes[fault] : usual;
    const answers = fault ? [] : (known?.get(type) ?? []);
    socket.send(reply(message, code, octets, answers), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set(name, type, records) {
      const known = names.get(name) ?? new Map<number, readonly Buffer[]>();
      known.set(
        types[type],
        records.map((record) => answerOf(type, record)),
      );
      names.set(name, known);
    },
    remove: (name) => void names.delete(name),
    fail: (name, fault) => void (fault ? faults.set(name, fault) : faults.delete(name)),
    asked: (name) => counts.get(name) ?? 0,
    async stop() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
