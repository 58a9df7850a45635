import { WriteModelRequest } from '@platform/contracts';
import type { FgaModel, WriteModelRequest as Body } from '@platform/sdk';
import type { Platform } from '@platform/sdk';
import type { Members } from '../members/members.ts';
import { defineKind } from './kind.ts';
import type { TenantView } from './kind.ts';

async function activeModel({ platform }: TenantView): Promise<FgaModel[]> {
  const model = await platform.fga.models
    .get('active')
    .recover({ no_active_model: () => undefined, not_found: () => undefined });
  return model === undefined ? [] : [model];
}

/** Runs the tests of a model, and returns it as the API writes it. */
async function prepared(platform: Platform, members: Members): Promise<Members> {
  const { dsl, model } = await platform.fga.models.create({ ...(members as Body), dryRun: true });
  return 'dsl' in members ? { ...members, dsl } : { ...members, model };
}

export const relationshipModel = defineKind<FgaModel, Body>({
  name: 'relationship-model',
  path: 'relationship-model',
  layout: 'one',
  schema: WriteModelRequest,
  key: [],
  refersBy: 'fgaModel',
  excluded: ['activate', 'expectedActiveModelId', 'dryRun'],
  creationOnly: ['description', 'tests'],
  list: activeModel,
  get: (platform) => platform.fga.models.get('active').response(),
  prepare: prepared,
  exported: ({ dsl }) => ({ dsl }),
  create: ({ platform, body }) =>
    platform.fga.models.create({ ...body, expectedActiveModelId: null }),
  update: ({ platform, body, id }) =>
    platform.fga.models.create({ ...body, expectedActiveModelId: id }),
});
