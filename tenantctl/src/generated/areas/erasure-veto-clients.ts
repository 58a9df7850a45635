// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `erasure-veto-clients`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'erasureVetoClientList',
    name: 'erasureVetoClients.list',
    request: 'GET /api/v1/erasure-veto-clients',
    summary: 'Lists veto clients, newest first',
    scopes: ['tenant:compliance.read'],
    list: 'pages',
    columns: ['id', 'name', 'url', 'createdAt'],
  },
  {
    operationId: 'erasureVetoClientRegister',
    name: 'erasureVetoClients.create',
    request: 'POST /api/v1/erasure-veto-clients',
    summary: 'Registers a veto client',
    about:
      'The platform calls the veto client before each erasure starts, and the veto client can place a hold.',
    scopes: ['tenant:compliance.write'],
    body: [
      { name: 'name', kind: 'text', required: true },
      {
        name: 'url',
        kind: 'text',
        required: true,
        about: 'Receives a POST request before a data subject is erased.',
      },
      {
        name: 'onTimeout',
        kind: 'text',
        values: ['hold', 'allow'],
        about: 'How a missing or invalid response is treated.',
      },
    ],
    keyed: true,
    secretResult: true,
  },
  {
    operationId: 'erasureVetoClientRemove',
    name: 'erasureVetoClients.delete',
    request: 'DELETE /api/v1/erasure-veto-clients/{vetoClientId}',
    summary: 'Deletes a veto client',
    about: 'Holds that the veto client placed are lifted.',
    scopes: ['tenant:compliance.write'],
    parameters: [{ name: 'vetoClientId', prefix: 'vcl' }],
  },
];
