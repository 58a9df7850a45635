import { z } from 'zod';
import { Deletion, paging } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import {
  ConfigureSiemSinkRequest,
  ListEnvelopeSiemSinkResponse,
  ReplaySiemSinkRequest,
  SiemSink,
  SiemSinkHealth,
  UpdateSiemSinkRequest,
} from './siem-sink.ts';

const read = allOf('tenant:siem.read');
const write = allOf('tenant:siem.write');
const path = '/api/v1/siem/sinks';

/** Operations on sinks, to which the events and audit records of a tenant are streamed. */
export const siemOperations = operations({
  siemListSinks: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists SIEM sinks, newest first',
    query: z.strictObject(paging),
    response: ListEnvelopeSiemSinkResponse,
    schemaNames: { response: 'ListEnvelopeSiemSinkResponse' },
    errors: [],
    noEtag: true,
  },
  siemConfigureSink: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Creates a SIEM sink',
    body: ConfigureSiemSinkRequest,
    response: SiemSink,
    errors: ['already_exists', 'limit_exceeded'],
    maxBodyBytes: 262_144,
    description: 'Events are delivered at least once. Use the event id to detect duplicates.',
  },
  siemGetSink: {
    method: 'get',
    path: `${path}/{id}`,
    scopes: read,
    summary: 'Gets a SIEM sink',
    response: SiemSink,
    errors: [],
  },
  siemUpdateSink: {
    method: 'patch',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Updates, pauses or resumes a SIEM sink',
    body: UpdateSiemSinkRequest,
    mergePatch: true,
    response: SiemSink,
    errors: ['already_exists', 'precondition_failed'],
    maxBodyBytes: 262_144,
    description: 'JSON Merge Patch (RFC 7396). The kind of a sink cannot be changed.',
  },
  siemDeleteSink: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Deletes a SIEM sink',
    response: Deletion,
    errors: ['precondition_failed'],
  },
  siemSinkHealth: {
    method: 'get',
    path: `${path}/{id}/health`,
    scopes: read,
    summary: "Gets a SIEM sink's health",
    response: SiemSinkHealth,
    errors: [],
    noEtag: true,
  },
  siemReplaySink: {
    method: 'post',
    path: `${path}/{id}/replay`,
    scopes: write,
    summary: 'Replays stored events to a SIEM sink',
    body: ReplaySiemSinkRequest,
    response: SiemSink,
    errors: [],
    description: 'Moves the sink back to a point in time. All events since then are sent again.',
  },
});
