import { z } from 'zod';
import { Deletion, paging } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import {
  ListVetoClientsResponse,
  RegisterVetoClientRequest,
  RegisteredVetoClient,
} from './erasure-veto-client.ts';

const path = '/api/v1/erasure-veto-clients';

/** Operations on veto clients, which are called before a data subject is erased. */
export const erasureVetoClientOperations = operations({
  erasureVetoClientList: {
    method: 'get',
    path,
    scopes: allOf('tenant:compliance.read'),
    summary: 'Lists veto clients, newest first',
    query: z.strictObject(paging),
    response: ListVetoClientsResponse,
    errors: [],
    noEtag: true,
  },
  erasureVetoClientRegister: {
    method: 'post',
    path,
    scopes: allOf('tenant:compliance.write'),
    summary: 'Registers a veto client',
    description:
      'The platform calls the veto client before each erasure starts, and the veto client can place a hold.',
    body: RegisterVetoClientRequest,
    response: RegisteredVetoClient,
    errors: ['already_exists', 'limit_exceeded'],
    noEtag: true,
    secretAnswer: true,
  },
  erasureVetoClientRemove: {
    method: 'delete',
    path: `${path}/{vetoClientId}`,
    scopes: allOf('tenant:compliance.write'),
    summary: 'Deletes a veto client',
    description: 'Holds that the veto client placed are lifted.',
    response: Deletion,
    errors: [],
  },
});
