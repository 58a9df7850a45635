import { CreateHookRequest } from '@platform/contracts';
import type { CreateHookRequest as Body, Hook } from '@platform/sdk';
import { pick } from '../members/members.ts';
import { application } from './application.ts';
import { storedHeaders } from '../members/stored-headers.ts';
import { defineKind } from './kind.ts';
import { exampleSecret } from '../members/signing-secret.ts';

const hookMembers = [
  'name',
  'stage',
  'url',
  'position',
  'clientIds',
  'failureMode',
  'timeoutMilliseconds',
  'enabled',
];

export const hook = defineKind<Hook, Body>({
  name: 'hook',
  path: 'hooks',
  layout: 'files',
  schema: CreateHookRequest,
  key: ['name'],
  refersBy: 'hook',
  references: [{ at: 'clientIds/*', to: application }],
  secrets: [
    { at: 'headers/*', example: 'example' },
    { at: 'secret', example: exampleSecret },
  ],
  defaults: { clientIds: [], headers: {} },
  creationOnly: ['secret'],
  sets: ['clientIds'],
  fixed: ['stage'],
  newSecret: { member: 'secret', isMade: ({ secret }) => secret === undefined, isOwn: true },
  list: ({ platform }) => platform.hooks.list({ limit: 200 }),
  get: (platform, { id }) => platform.hooks.get(id).response(),
  project: (one) => ({ ...pick(one, hookMembers), headers: storedHeaders(one.headerNames) }),
  create: ({ platform, body }) => platform.hooks.create(body),
  update: ({ platform, id, patch, options }) => platform.hooks.update(id, patch, options),
  delete: ({ platform, id, options }) => platform.hooks.delete(id, options),
});
