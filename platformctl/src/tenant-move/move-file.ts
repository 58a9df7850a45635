import { createReadStream } from 'node:fs';
import { archiveMac, transferKeyId } from '@platform/data-lifecycle/tenant-move';
import type { ArchiveEnd, ArchiveHead } from '@platform/data-lifecycle/tenant-move';
import type { SecretBox } from '@platform/kit/secrets';

/** The form of files that this version writes and reads. */
export const moveFormat = 1;

/** First line of a file: one tenant, and then an archive per service. */
export interface MoveHead {
  format: number;
  /** Names the export. */
  moveId: string;
  /** Identifies the transfer key. */
  keyId: string;
  /** The tenant, as the hub of its installation describes it. */
  tenant: { id: string; slug: string; mode: string; issuer: string };
  exportedAt: string;
}

/** Last line of a file. */
export interface MoveEnd {
  services: string[];
  /** MAC of the first line and the last line of each archive. */
  mac: string;
}

/** An archive within a file. */
export interface FilePart {
  service: string;
  head: string;
  /** Number of its lines. */
  lines: number;
}

/** A file that is whole. */
export interface MoveFile {
  head: MoveHead;
  parts: FilePart[];
}

const damaged = (path: string, why: string) =>
  new Error(`${path} is damaged: ${why}. Copy it again, or repeat the export.`);

/** The lines of a file. `readline` would also end them at U+2028, which occurs in rows. */
async function* linesIn(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Reads the first line. @throws Error if the file is not an export of a tenant */
export async function moveHeadOf(path: string): Promise<MoveHead> {
  for await (const line of linesIn(path)) return parsedHead(path, line);
  throw new Error(`${path} is empty.`);
}

function parsedHead(path: string, line: string): MoveHead {
  let head: Partial<MoveHead> | undefined;
  try {
    head = (JSON.parse(line) as { move?: Partial<MoveHead> }).move;
  } catch {
    // Reported below.
  }
  if (!head?.moveId || !head.tenant) throw new Error(`${path} is not an export of a tenant.`);
  if (head.format !== moveFormat)
    throw new Error(
      `${path} has format ${head.format}, and this version of platformctl reads ${moveFormat}. Use the version that exported the tenant.`,
    );
  return head as MoveHead;
}

function parsedLine<T>(path: string, line: string, number: number): T {
  try {
    return JSON.parse(line) as T;
  } catch {
    throw damaged(path, `line ${number} is not complete`);
  }
}

/** Reads a whole file and checks that it is as it was written. @throws Error otherwise, or if the key is another one */
export async function verifiedFile(path: string, key: SecretBox): Promise<MoveFile> {
  let head: MoveHead | undefined;
  let end: MoveEnd | undefined;
  const parts: FilePart[] = [];
  const whole = archiveMac(key);
  let part: (FilePart & { mac: ReturnType<typeof archiveMac> }) | undefined;
  let number = 0;
  for await (const line of linesIn(path)) {
    number += 1;
    if (!head) {
      head = parsedHead(path, line);
      if (head.keyId !== transferKeyId(key))
        throw new Error(`The transfer key is not the one that ${path} was exported with.`);
      whole.add(line);
    } else if (end) throw damaged(path, `it continues behind its end in line ${number}`);
    else if (part && line.startsWith('{"table":')) {
      part.mac.add(line);
      part.lines += 1;
    } else if (part) {
      const found = parsedLine<{ end?: ArchiveEnd }>(path, line, number).end;
      if (found?.mac !== part.mac.digest())
        throw damaged(path, `the rows of ${part.service} were altered`);
      parts.push({ service: part.service, head: part.head, lines: part.lines + 1 });
      part = undefined;
      whole.add(line);
    } else {
      const next = parsedLine<ArchiveHead & { complete?: MoveEnd }>(path, line, number);
      end = next.complete;
      if (end) continue;
      part = { service: next.service, head: line, lines: 1, mac: archiveMac(key) };
      part.mac.add(line);
    }
  }
  if (!head) throw new Error(`${path} is empty.`);
  if (!end) throw damaged(path, 'it ends early');
  if (end.mac !== whole.digest() || end.services.join() !== parts.map((p) => p.service).join())
    throw damaged(path, 'a part is missing or was altered');
  return { head, parts };
}

/** The lines of one archive of a file that is whole. */
export async function* linesOfPart(path: string, service: string): AsyncGenerator<string> {
  let isIn = false;
  for await (const line of linesIn(path)) {
    const isRow = line.startsWith('{"table":');
    const isEnd = line.startsWith('{"end":');
    if (!isIn && !isRow && !isEnd)
      isIn = (JSON.parse(line) as Partial<ArchiveHead>).service === service;
    if (isIn) yield line;
    if (isIn && isEnd) return;
  }
}
