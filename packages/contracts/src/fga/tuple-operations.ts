import { z } from 'zod';
import { listOf, paging } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import { bodyBounds } from './body-bounds.ts';
import { objectOrTypeForm, relationForm, subjectOrTypeForm, typeForm } from './tuple-forms.ts';
import {
  DeleteTuplesRequest,
  DeleteTuplesResponse,
  ImportTuplesRequest,
  ImportTuplesResponse,
  RelationTuple,
  TupleChange,
  WriteTuplesRequest,
  WriteTuplesResponse,
} from './tuple.ts';

const read = allOf('tenant:fga.read');
const write = allOf('tenant:fga.write');
const path = '/api/v1/fga';

/** Operations on relation tuples and the feed of their changes. */
export const fgaTupleOperations = operations({
  fgaTuplesRead: {
    method: 'get',
    path: `${path}/tuples`,
    scopes: read,
    summary: 'Lists relation tuples',
    response: listOf(RelationTuple),
    errors: [],
    noEtag: true,
    description: 'Includes tuples that the active model does not accept, but not expired tuples.',
    query: z.strictObject({
      object: objectOrTypeForm.optional().describe('An object, or a type in the form `type:`.'),
      relation: relationForm.optional().describe('Can be used only together with `object`.'),
      subject: subjectOrTypeForm
        .optional()
        .describe(
          'A subject, or a type in the form `type:`, which includes its usersets and its wildcard.',
        ),
      ...paging,
    }),
  },
  fgaTuplesWrite: {
    method: 'post',
    path: `${path}/tuples`,
    scopes: write,
    summary: 'Writes and deletes relation tuples atomically',
    body: WriteTuplesRequest,
    response: WriteTuplesResponse,
    description:
      'Runs in one transaction. `onDuplicate` and `onMissing` control what happens to tuples that already exist or do not exist. A failed precondition returns 409 with `conflict`. Pass `consistencyToken` to later checks so that they see the write.',
    errors: ['already_exists', 'conflict', 'no_active_model', 'limit_exceeded'],
    ...bodyBounds,
    noEtag: true,
  },
  fgaTuplesImport: {
    method: 'post',
    path: `${path}/tuples:import`,
    scopes: write,
    summary: 'Imports relation tuples atomically',
    body: ImportTuplesRequest,
    response: ImportTuplesResponse,
    description:
      'Writes many tuples in one transaction. An import can be repeated safely: identical tuples are skipped by default.',
    errors: ['already_exists', 'no_active_model', 'limit_exceeded'],
    ...bodyBounds,
    maxBodyBytes: 8_388_608,
    noEtag: true,
  },
  fgaTuplesDeleteByFilter: {
    method: 'post',
    path: `${path}/tuples:delete`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Deletes relation tuples by filter',
    body: DeleteTuplesRequest,
    response: DeleteTuplesResponse,
    description:
      'Deletes the first `limit` matching tuples, in key order; `more` reports whether others remain. With `dryRun`, tuples are only counted.',
    errors: [],
    ...bodyBounds,
    noEtag: true,
  },
  fgaChangesList: {
    method: 'get',
    path: `${path}/changes`,
    scopes: read,
    summary: 'Lists tuple changes, oldest first',
    response: listOf(TupleChange),
    errors: ['cursor_expired'],
    noEtag: true,
    description: 'Suitable for polling: `nextCursor` is never null.',
    query: z.strictObject({ objectType: typeForm.optional(), ...paging }),
  },
});
