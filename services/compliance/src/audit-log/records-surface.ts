import { gunzipSync } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import { IngestAuditRecordsRequest, isId } from '@platform/contracts';
import type { AuditRecordInput, IngestAuditRecordsResponse } from '@platform/contracts';
import { serviceToken } from '@platform/kit/auth';
import type { ProjectedTokenVerifier, TenantLookup } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { parseBody, parseJson, readBody, sendJson } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import { appendRecords } from './record-append.ts';
import type { AppendOptions } from './record-append.ts';
import { isFault, readRecord } from './record-input.ts';
import { preparedRecord } from './record-parts.ts';

export interface RecordsSurfaceOptions extends AppendOptions {
  db: Pick<Database, 'transact'>;
  tenants: Pick<TenantLookup, 'byId'>;
  /** Undefined if the channel is closed; requests then get 404. */
  verify: ProjectedTokenVerifier | undefined;
}

const path = ['internal', 'audit', 'records'];
const maxBytes = 1024 * 1024;
const maxInflatedBytes = 10 * 1024 * 1024;
const maxDepth = 32;
const actor = { type: 'system', id: 'audit-log' } as const;

type Rejection = IngestAuditRecordsResponse['rejected'][number];

/** A valid record with its index in the request. */
interface Indexed {
  index: number;
  record: AuditRecordInput;
}

function inflated(raw: Buffer): Buffer {
  try {
    return gunzipSync(raw, { maxOutputLength: maxInflatedBytes });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE')
      throw problem('payload_too_large', {
        detail: `The decompressed request body must have at most ${maxInflatedBytes} bytes`,
      });
    throw problem('malformed_request', { detail: 'The request body is not valid gzip' });
  }
}

async function recordsIn(req: IncomingMessage): Promise<unknown[]> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = req.headers;
  if (!/^application\/json\s*(;|$)/i.test(type) || !['identity', 'gzip'].includes(encoding))
    throw problem('unsupported_media_type', {
      detail: 'Send application/json, uncompressed or with the content encoding gzip',
    });
  const raw = await readBody(req, maxBytes);
  const body = parseJson(encoding === 'gzip' ? inflated(raw) : raw, maxDepth);
  return parseBody(IngestAuditRecordsRequest, body).records;
}

/** Parses each record separately: an invalid one does not fail the others. */
function sorted(records: readonly unknown[]): { taken: Indexed[]; rejected: Rejection[] } {
  const taken: Indexed[] = [];
  const rejected: Rejection[] = [];
  for (const [index, value] of records.entries()) {
    const read = readRecord(value);
    if (isFault(read)) rejected.push({ index, ...read });
    else taken.push({ index, record: read });
  }
  return { taken, rejected };
}

/** `POST /internal/audit/records`: takes records of emitters in the cluster that cannot reach the bus. */
export function recordsSurface(options: RecordsSurfaceOptions): Surface {
  const { db, tenants, verify } = options;

  /** Appends the records of one tenant; a tenant that does not exist accepts none. */
  async function append(tenantId: string, batch: readonly Indexed[], ingestedBy: string) {
    const tenant = isId('tenant', tenantId) ? await tenants.byId(tenantId) : null;
    if (!tenant) return batch.map(() => 'unknown_tenant' as const);
    const records = batch.map(({ record }) => preparedRecord(record));
    return db.transact({ tenantId, actor }, (tx) =>
      appendRecords(tx, records, ingestedBy, options),
    );
  }

  const reasons = {
    id_reused: { code: 'id_reused', detail: 'Another record already has this id' },
    out_of_window: {
      code: 'out_of_window',
      detail: 'occurredAt must be within the last 30 days and not in the future',
    },
    unknown_tenant: { code: 'not_found', detail: 'The tenant was not found' },
  };

  async function ingest(
    records: readonly unknown[],
    ingestedBy: string,
  ): Promise<IngestAuditRecordsResponse> {
    const { taken, rejected } = sorted(records);
    const answer = { accepted: 0, duplicates: 0, rejected };
    for (const tenantId of new Set(taken.map(({ record }) => record.tenantId))) {
      const batch = taken.filter(({ record }) => record.tenantId === tenantId);
      const outcomes = await append(tenantId, batch, ingestedBy);
      for (const [i, outcome] of outcomes.entries()) {
        if (outcome === 'accepted') answer.accepted += 1;
        else if (outcome === 'duplicate') answer.duplicates += 1;
        else rejected.push({ index: batch[i]!.index, ...reasons[outcome] });
      }
    }
    rejected.sort((a, b) => a.index - b.index);
    return answer;
  }

  return {
    owns: ({ segments }) => path.every((part, i) => segments[i] === part),
    async handle(req, res, { line, requestId }) {
      noteAccess({ operationId: 'auditRecordsIngest' });
      if (!verify || line.segments.length > path.length) throw problem('not_found');
      const { authorization } = req.headers;
      const given = req.headers['x-platform-service-authorization'] ?? authorization;
      const { sub } = await verify(serviceToken(Array.isArray(given) ? given.join(',') : given));
      if (req.method !== 'POST')
        throw problem('method_not_allowed', { headers: { allow: 'POST' } });
      const answer = await ingest(await recordsIn(req), sub);
      sendJson(res, 200, JSON.stringify(answer), { 'x-request-id': requestId });
    },
  };
}
