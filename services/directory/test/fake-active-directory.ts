import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import {
  AndFilter,
  BerReader,
  BerWriter,
  EqualityFilter,
  ExtensibleFilter,
  GreaterThanEqualsFilter,
  NotFilter,
  OrFilter,
  PagedResultsControl,
  PresenceFilter,
  SearchRequest,
} from 'ldapts';
import type { Filter } from 'ldapts';

/** An entry: its attributes by name. `memberOf` follows from the groups. */
export type FakeEntry = Record<string, string[]>;

/**
 * A fake Active Directory over LDAP: paged searches, ranges of members, LDAP_MATCHING_RULE_IN_CHAIN
 * and `uSNChanged`.
 */
export interface FakeActiveDirectory {
  port: number;
  /** By distinguished name. */
  entries: ReadonlyMap<string, FakeEntry>;
  /** Adds or replaces an entry, with the next `uSNChanged`. */
  put(dn: string, entry: FakeEntry): void;
  /** The searches so far: `base filter`. */
  searches: string[];
  stop(): Promise<void>;
}

const inChain = '1.2.840.113556.1.4.1941';
const maxValues = 3;
const ops = { bind: 0x60, unbind: 0x42, search: 0x63, entry: 0x64, done: 0x65, bound: 0x61 };

class Directory {
  readonly entries = new Map<string, FakeEntry>();
  #usn = 0;

  put(dn: string, entry: FakeEntry): void {
    this.#usn += 1;
    this.entries.set(dn, { ...entry, uSNChanged: [String(this.#usn)] });
  }

  groupsOf(dn: string): string[] {
    return [...this.entries].filter(([, e]) => e['member']?.includes(dn)).map(([group]) => group);
  }

  /** Everything that is reachable along a link. */
  chain(dn: string, link: (dn: string) => readonly string[], reached = new Set<string>()) {
    for (const next of link(dn))
      if (!reached.has(next)) {
        reached.add(next);
        this.chain(next, link, reached);
      }
    return reached;
  }

  #inChain(dn: string, { rule, matchType, value }: ExtensibleFilter): boolean {
    if (rule !== inChain) throw new Error(`the fake does not have the matching rule ${rule}`);
    const members = (of: string) => this.entries.get(of)?.['member'] ?? [];
    return matchType === 'member'
      ? this.chain(dn, members).has(value)
      : this.chain(dn, (of) => this.groupsOf(of)).has(value);
  }

  /** Names of attributes are in lower case in messages that the library has parsed. */
  #valuesOf(dn: string, name: string): [name: string, values: string[]] {
    const found = Object.entries(this.entries.get(dn) ?? {});
    return found.find(([one]) => one.toLowerCase() === name.toLowerCase()) ?? [name, []];
  }

  matches(dn: string, filter: Filter): boolean {
    const valuesOf = (name: string): string[] => this.#valuesOf(dn, name)[1];
    if (filter instanceof AndFilter) return filter.filters.every((one) => this.matches(dn, one));
    if (filter instanceof OrFilter) return filter.filters.some((one) => this.matches(dn, one));
    if (filter instanceof NotFilter) return !this.matches(dn, filter.filter);
    // The library does not parse its attribute. Searches for groups name object classes as well.
    if (filter instanceof PresenceFilter) return false;
    if (filter instanceof ExtensibleFilter) return this.#inChain(dn, filter);
    if (filter instanceof EqualityFilter)
      return valuesOf(filter.attribute).includes(String(filter.value));
    if (filter instanceof GreaterThanEqualsFilter)
      return valuesOf(filter.attribute).some((value) => Number(value) >= Number(filter.value));
    throw new Error(`the fake does not have the filter ${filter.toString()}`);
  }

  /** An attribute as it is sent: if it has more members than a range, the requested range. */
  shown(dn: string, wanted: string): [name: string, values: string[]] {
    const [, attribute = wanted, from = '0'] = /^([^;]+);range=(\d+)-\*$/.exec(wanted) ?? [];
    const [name, values] = this.#valuesOf(dn, attribute);
    if (name !== 'member' || values.length <= maxValues) return [name, values];
    const start = Number(from);
    const part = values.slice(start, start + maxValues);
    const end = start + maxValues >= values.length ? '*' : String(start + part.length - 1);
    return [`member;range=${start}-${end}`, part];
  }
}

function message(id: number, op: number, write: (writer: BerWriter) => void, cookie?: string) {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(op);
  write(writer);
  writer.endSequence();
  if (cookie !== undefined) {
    writer.startSequence(0xa0);
    const value = { size: 0, cookie: Buffer.from(cookie) };
    new PagedResultsControl({ value }).write(writer);
    writer.endSequence();
  }
  writer.endSequence();
  return writer.buffer;
}

const success = (writer: BerWriter): void => {
  writer.writeEnumeration(0);
  writer.writeString('');
  writer.writeString('');
};

function search(
  directory: Directory,
  id: number,
  { baseDN, scope, filter, attributes, controls }: SearchRequest,
): Buffer[] {
  const found = [...directory.entries.keys()].filter((dn) =>
    scope === 'base' ? dn === baseDN : dn.endsWith(baseDN) && directory.matches(dn, filter),
  );
  const paged = controls?.find((control) => control instanceof PagedResultsControl)?.value;
  const from = Number(paged?.cookie?.toString() ?? 0);
  const to = paged ? from + paged.size : found.length;
  const entry = (dn: string) =>
    message(id, ops.entry, (writer) => {
      writer.writeString(dn);
      writer.startSequence();
      for (const wanted of attributes) {
        const [name, values] = directory.shown(dn, wanted);
        if (values.length === 0) continue;
        writer.startSequence();
        writer.writeString(name);
        writer.startSequence(0x31);
        for (const value of values)
          if (name === 'objectGUID') writer.writeBuffer(Buffer.from(value, 'hex'), 0x04);
          else writer.writeString(value);
        writer.endSequence();
        writer.endSequence();
      }
      writer.endSequence();
    });
  const cookie = paged && (to < found.length ? String(to) : '');
  return [...found.slice(from, to).map(entry), message(id, ops.done, success, cookie)];
}

function answer(fake: { directory: Directory; searches: string[] }, pdu: Buffer): Buffer[] {
  const reader = new BerReader(pdu);
  reader.readSequence();
  const messageId = reader.readInt() ?? 0;
  const op = reader.readSequence();
  if (op === ops.bind) return [message(messageId, ops.bound, success)];
  if (op !== ops.search) return [];
  const request = new SearchRequest({ messageId, filter: new PresenceFilter({ attribute: 'x' }) });
  request.parse(reader, [new PagedResultsControl()]);
  fake.searches.push(`${request.baseDN} ${request.filter.toString()}`);
  return search(fake.directory, messageId, request);
}

/** Bytes of the first message; undefined while it is not complete. */
function firstLength(bytes: Buffer): number | undefined {
  const [, first = 0] = bytes;
  const lengthBytes = first > 0x7f ? first - 0x80 : 0;
  if (bytes.length < 2 + lengthBytes) return undefined;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes);
  const total = 2 + lengthBytes + length;
  return bytes.length < total ? undefined : total;
}

/** Starts {@link FakeActiveDirectory}. */
export async function startFakeActiveDirectory(): Promise<FakeActiveDirectory> {
  const directory = new Directory();
  const searches: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let pending = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      for (let size = firstLength(pending); size !== undefined; size = firstLength(pending)) {
        for (const one of answer({ directory, searches }, pending.subarray(0, size)))
          socket.write(one);
        pending = pending.subarray(size);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    entries: directory.entries,
    put: (dn, entry) => directory.put(dn, entry),
    searches,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
