import { z } from 'zod';
import { listOf, paging } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
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

/** Relation tuples and the feed of their changes. */
export const fgaTupleOperations = operations({
  fgaTuplesRead: {
    method: 'get',
    path: `${path}/tuples`,
    scopes: read,
    summary: 'Lists relation tuples',
    response: listOf(RelationTuple),
    errors: [],
    noEtag: true,
    description:
      'Those that the active model takes no more are among them; those that have expired are not.',
    query: z.strictObject({
      object: objectOrTypeForm.optional().describe('An object, or a type as `type:`.'),
      relation: relationForm.optional().describe('With an object or a type.'),
      subject: subjectOrTypeForm
        .optional()
        .describe('A subject, or a type as `type:`: its usersets and its wildcard included.'),
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
      'One transaction. `onDuplicate` and `onMissing` say what becomes of tuples that are there already, or are not; a precondition that fails is 409 with `conflict`. With `consistencyToken` a later check sees what was written.',
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
      'As a write, for many at once. Repeated, it changes nothing: tuples that are there already just so are passed over, unless `onDuplicate` says otherwise.',
    errors: ['already_exists', 'no_active_model', 'limit_exceeded'],
    ...bodyBounds,
    maxBodyBytes: 8_388_608,
    noEtag: true,
  },
  fgaTuplesDeleteByFilter: {
    method: 'post',
    path: `${path}/tuples:delete`,
    scopes: write,
    summary: 'Deletes relation tuples by filter',
    body: DeleteTuplesRequest,
    response: DeleteTuplesResponse,
    description:
      'The first `limit` that fit, in the order of their keys; `more` says whether others are left. With `dryRun` they are only counted.',
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
    description: 'Polled: `nextCursor` is never null.',
    query: z.strictObject({ objectType: typeForm.optional(), ...paging }),
  },
});
