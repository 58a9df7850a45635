import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import StreamJson from 'stream-json';
import { heading, pageHead, paragraph, valueHtml } from './page-html.ts';
import { sectionSentence, serviceTitle } from './page-labels.ts';
import { sectionReader } from './section-reader.ts';
import type { JsonToken } from './value-builder.ts';

/** Limits per service: a part can have 50 MiB, but the page is for reading. */
const limits = { entries: 200, htmlCharacters: 1_000_000, sections: 200 };
const entryLimits = { values: 200, characters: 1_000, depth: 8 };

/** A piece parses in a few milliseconds, so that requests are served in between. */
const pieceBytes = 16 * 1024;

export interface PagePart {
  peer: string;
  status: string;
  /** Opens the JSON of a part, if it has one. */
  open: () => AsyncIterable<Uint8Array>;
}

/** The file of a page. */
export interface AccessPage {
  chunks: Buffer[];
  bytes: number;
  sha256: string;
}

async function* inPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body)
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      yield chunk.subarray(at, at + pieceBytes);
      await nextTurn();
    }
}

const moreText = (total: number, shown: number, file: string): string =>
  `This page shows ${shown} of ${total} entries. The file ${file} contains all of them.`;

/** Writes the entries of sections as they are read. */
function sectionWriter(file: string, write: (html: string) => void) {
  let left = limits.htmlCharacters;
  let sections = 0;
  let shown = 0;
  let isShortened = false;
  return {
    begin(section: string) {
      shown = 0;
      isShortened = false;
      if (++sections <= limits.sections) write(heading(3, sectionSentence(section.slice(0, 200))));
    },
    hasRoom: () => sections <= limits.sections && shown < limits.entries && left > 0,
    entry(value: Parameters<typeof valueHtml>[0], isCut: boolean) {
      const html = valueHtml(value);
      left -= html.length;
      shown++;
      isShortened ||= isCut;
      write(`<div class="entry">${html}</div>`);
    },
    end(entries: number) {
      if (sections > limits.sections) return;
      if (entries === 0) write(paragraph('Nothing is stored.', true));
      if (entries > shown) write(paragraph(moreText(entries, shown, file), true));
      if (isShortened)
        write(
          paragraph(`Long entries are shortened here. The file ${file} contains them whole.`, true),
        );
    },
    isOver: () => sections > limits.sections,
  };
}

async function writePart({ peer, open }: PagePart, write: (html: string) => void): Promise<void> {
  const file = `${peer}.json`;
  const writer = sectionWriter(file, write);
  const parser = new StreamJson.Parser({
    packKeys: true,
    streamKeys: false,
    packStrings: false,
    packNumbers: true,
    streamNumbers: false,
  });
  const take = sectionReader(entryLimits, writer);
  parser.on('data', (token: JsonToken) => take(token));
  try {
    await pipeline(Readable.from(inPieces(open())), parser);
  } catch {
    // A part that the page cannot show must not block the file: it contains the part itself.
    write(
      paragraph(
        `The rest cannot be shown here. The file ${file} contains the data as stored.`,
        true,
      ),
    );
    return;
  }
  if (writer.isOver()) write(paragraph(`The file ${file} contains more sections.`, true));
}

const absence: Readonly<Record<string, string>> = {
  empty: 'This service stores nothing about you.',
  disabled: 'This service is not in use.',
};

/** Renders the page that shows a person the data of all parts. */
export async function accessPage(
  { subjectId, generatedAt }: { subjectId: string; generatedAt: Date },
  parts: readonly PagePart[],
): Promise<AccessPage> {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  const write = (html: string): void => {
    const chunk = Buffer.from(html);
    hash.update(chunk);
    chunks.push(chunk);
  };
  write(pageHead('Your data'));
  write(
    paragraph(
      `This is a copy of the data about ${subjectId}, made at ${generatedAt.toISOString()}.`,
    ),
  );
  write(paragraph('The JSON files beside this page contain the same data for machines.', true));
  for (const part of parts) {
    write(heading(2, serviceTitle(part.peer)));
    if (part.status === 'ok') await writePart(part, write);
    else
      write(
        paragraph(
          absence[part.status] ?? 'This service could not be reached. Its data is missing here.',
        ),
      );
  }
  write('</main></body></html>\n');
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  return { chunks, bytes, sha256: hash.digest('hex') };
}
