import { RegisterVetoClientRequest } from '@platform/contracts';
import type { RegisterVetoClientRequest as Body, VetoClient } from '@platform/sdk';
import { defineKind } from './kind.ts';

export const erasureVetoClient = defineKind<VetoClient, Body>({
  name: 'erasure-veto-client',
  path: 'erasure-veto-clients',
  layout: 'list',
  schema: RegisterVetoClientRequest,
  key: ['name'],
  refersBy: 'vetoClient',
  newSecret: { member: 'secret', isMade: () => true },
  list: ({ platform }) => platform.erasureVetoClients.list({ limit: 200 }),
  create: ({ platform, body }) => platform.erasureVetoClients.create(body),
  delete: ({ platform, id }) => platform.erasureVetoClients.delete(id),
});
