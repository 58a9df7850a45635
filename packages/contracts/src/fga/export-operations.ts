import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import { bodyBounds } from './body-bounds.ts';
import { CreateListObjectsExportRequest, ListObjectsExport } from './export.ts';

const read = allOf('tenant:fga.read');
const path = '/api/v1/fga/list-objects-exports';

/**
 * Operations on complete listings of objects, which are produced in the background, one at a time
 * per tenant.
 */
export const fgaExportOperations = operations({
  fgaExportCreate: {
    method: 'post',
    path,
    scopes: read,
    summary: 'Starts an export of objects',
    body: CreateListObjectsExportRequest,
    response: ListObjectsExport,
    errors: ['conflict', 'no_active_model', 'limit_exceeded'],
    ...bodyBounds,
    description: 'Returns 409 with `activeExportId` if another export is pending or running.',
  },
  fgaExportList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists exports, newest first',
    query: z.strictObject(paging),
    response: listOf(ListObjectsExport),
    errors: [],
    noEtag: true,
  },
  fgaExportGet: {
    method: 'get',
    path: `${path}/{id}`,
    scopes: read,
    summary: 'Gets the status of an export',
    response: ListObjectsExport,
    errors: [],
  },
  fgaExportResult: {
    method: 'get',
    path: `${path}/{id}/result`,
    scopes: read,
    summary: 'Lists the objects of a completed export, ordered by id',
    query: z.strictObject(paging),
    response: listOf(z.string()),
    errors: ['invalid_state'],
    noEtag: true,
    description:
      'Returns 409 `invalid_state` until the export is `COMPLETED`, and 404 after it has expired.',
  },
  fgaExportDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes: allOf('tenant:fga.write'),
    summary: 'Deletes an export and stops it if it is running',
    response: Deletion,
    errors: ['precondition_failed'],
  },
});
