import { Readable } from 'node:stream';
import { PermanentJobError } from '@platform/kit/jobs';
import StreamJson from 'stream-json';
import Pick from 'stream-json/filters/Pick.js';
import StreamArray from 'stream-json/streamers/StreamArray.js';
import { openFileContent } from './file-content.ts';
import type { SourceFile } from './file-content.ts';
import { keycloakUser } from './keycloak-records.ts';
import { escapedTexts, hasInvalidText, notUtf8 } from './utf8-text.ts';
import type { SourceReadOptions, SourcePage, SourceReader, SourceRow } from './source-reader.ts';

/**
 * A user takes a few kilobytes. A file with this much data between users is not an export of users.
 */
const maxBytesWithoutUser = 64 * 1024 ** 2;

/**
 * Otherwise the stream would turn strings back into bytes, and unpaired surrogates into replacement
 * characters.
 */
const asTexts: object = { decodeStrings: false };

const malformed = (detail: string) => new PermanentJobError('file_malformed', detail);

/** The users of one export, in its order. A user with text that is not UTF-8 is invalid. */
async function* usersOf(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ user: unknown; isValid: boolean }> {
  let since = 0;
  let isSuspect = false;
  async function* bounded() {
    for await (const chunk of chunks) {
      since += chunk.length;
      if (since > maxBytesWithoutUser)
        throw malformed('The file is not a realm export: its first 64 MiB contain no user.');
      yield chunk;
    }
  }
  const source = Readable.from(escapedTexts(bounded(), () => (isSuspect = true)));
  const users = StreamArray.streamArray();
  const stages = [StreamJson.parser(asTexts), Pick.pick({ filter: 'users' }), users];
  const fail = (error: Error): void => void users.destroy(error);
  source.on('error', fail);
  for (const stage of stages) if (stage !== users) stage.on('error', fail);
  stages.reduce<NodeJS.ReadableStream>((from, to) => from.pipe(to), source);
  try {
    for await (const { value } of users as AsyncIterable<{ value: unknown }>) {
      since = 0;
      yield { user: value, isValid: !isSuspect || !hasInvalidText(value) };
    }
  } catch (error) {
    if (error instanceof PermanentJobError || (error as { code?: string }).code) throw error;
    throw malformed('The file is not valid JSON.');
  } finally {
    source.destroy();
  }
}

/** Reads realm exports of Keycloak, file by file. Positions count users. */
export function keycloakReader(files: readonly SourceFile[]): SourceReader {
  const sizes = files.map(({ sizeBytes }) => sizeBytes ?? 0);
  const bytesBefore = (index: number): number =>
    sizes.slice(0, index).reduce((sum, size) => sum + size, 0);

  async function* pagesOf(index: number, { from, pageRows, signal }: SourceReadOptions) {
    const skipped = index === from.file ? from.offset : 0;
    const content = await openFileContent(files[index] as SourceFile, 0, signal);
    let offset = 0;
    let row = from.row;
    let rows: SourceRow[] = [];
    const page = (): SourcePage => {
      const bytes = bytesBefore(index) + content.packedBytes();
      const given = rows;
      rows = [];
      return { rows: given, next: { file: index, offset, row, bytes } };
    };
    for await (const { user, isValid } of usersOf(content.chunks)) {
      offset += 1;
      if (offset <= skipped) continue;
      row += 1;
      rows.push({ ...keycloakUser(user), row, ...(isValid ? {} : { fault: notUtf8 }) });
      if (rows.length >= pageRows) yield page();
    }
    if (rows.length > 0) yield page();
  }

  return {
    bytesTotal: files.every(({ sizeBytes }) => sizeBytes !== null)
      ? bytesBefore(files.length)
      : null,
    async *pages(options) {
      let { from } = options;
      for (let index = from.file; index < files.length; index += 1)
        for await (const page of pagesOf(index, { ...options, from })) {
          from = page.next;
          yield page;
        }
    },
  };
}
