import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isId } from '@platform/contracts';
import type { ExportSection } from '@platform/protos';
import type { TxContext } from '@platform/kit/database';
import type { Surface } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import { checkSharedToken, sharedToken } from './shared-token.ts';

/**
 * A person's data in a service, section by section. Consecutive sections of the same name are
 * arrays, which are concatenated. Returns true if something was omitted.
 */
export type SubjectSections = AsyncGenerator<ExportSection, boolean | void>;

/** Options of {@link subjectExport}. */
export interface SubjectExportOptions {
  /** The service's name in its answers. */
  service: string;
  /** The callers' bearer token, or `file:PATH`; empty disables the surface. */
  token: string;
  sections: (context: TxContext, subjectId: string) => SubjectSections;
}

const itemsOf = (json: string): string => json.slice(1, -1);

/** Yields the document of a person as JSON, which is sent while it is read. */
async function* documentOf(head: object, sections: SubjectSections): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"sections":{`;
  let open: { name: string; isEmpty: boolean } | undefined;
  let isFirst = true;
  for (;;) {
    const next = await sections.next();
    if (next.done) {
      yield `${open ? ']' : ''}},"truncated":${next.value === true}}`;
      return;
    }
    const { section: name = '', json = 'null' } = next.value;
    const isList = json.startsWith('[');
    if (open?.name === name && isList) {
      const items = itemsOf(json);
      if (items !== '') yield `${open.isEmpty ? '' : ','}${items}`;
      open.isEmpty &&= items === '';
      continue;
    }
    const before = `${open ? ']' : ''}${isFirst ? '' : ','}${JSON.stringify(name)}:`;
    isFirst = false;
    yield `${before}${isList ? json.slice(0, -1) : json}`;
    open = isList ? { name, isEmpty: itemsOf(json) === '' } : undefined;
  }
}

/**
 * Waits for the first chunks of a stream, so that an earlier failure can still be sent as a
 * problem.
 */
async function begun(chunks: AsyncGenerator<string>): Promise<AsyncIterable<string>> {
  // The first chunk is the head; the second requires the first section.
  const first = [await chunks.next(), await chunks.next()].flatMap(({ value, done }) =>
    done ? [] : [value],
  );
  return (async function* () {
    yield* first;
    yield* chunks;
  })();
}

/**
 * Serves `GET /admin/dsar/{sub}`: a person's data in a service, for the service that answers access
 * requests.
 */
export const subjectExport = ({ service, token, sections }: SubjectExportOptions): Surface => ({
  owns: ({ segments }) => segments[0] === 'admin' && segments[1] === 'dsar',
  async handle(req, res, { line, requestId, traceparent }) {
    noteAccess({ operationId: 'accessRequestAnswer' });
    checkSharedToken(req.headers.authorization, sharedToken(token));
    const [, , sub] = line.segments;
    if (line.segments.length !== 3 || sub === undefined || sub === '') throw problem('not_found');
    if (req.method !== 'GET') throw problem('method_not_allowed', { headers: { allow: 'GET' } });
    const tenantId = req.headers['x-platform-tenant'];
    if (typeof tenantId !== 'string' || !isId('tenant', tenantId))
      throw problem('invalid_parameter', {
        detail: 'X-Platform-Tenant must be the id of a tenant',
      });
    const actor = { type: 'service', id: 'compliance' } as const;
    const context = { tenantId, actor, requestId, traceparent };
    const head = { sub, service, generatedAt: new Date().toISOString(), schemaVersion: 1 };
    const body = await begun(documentOf(head, sections(context, sub)));
    res.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    });
    await pipeline(Readable.from(body), res);
  },
});
