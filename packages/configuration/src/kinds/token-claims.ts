import { EnableTokenClaimsRequest } from '@platform/contracts';
import type { EnableTokenClaimsRequest as Body, TokenClaims } from '@platform/sdk';
import { z } from 'zod';
import { pick } from '../members/members.ts';
import { application } from './application.ts';
import { eachOf } from '../tenant/each-of.ts';
import { defineKind } from './kind.ts';
import type { TenantView } from './kind.ts';

async function enabledClaims({ platform, found }: TenantView): Promise<TokenClaims[]> {
  const all = await eachOf(found(application), ({ clientId }) =>
    platform.applications.tokenClaims.get(clientId),
  );
  return all.filter(({ enabled }) => enabled);
}

const members = ['claims', 'tokenTypes', 'failureMode', 'timeoutMilliseconds'];

/** Access claims in the tokens of an application. */
export const tokenClaims = defineKind<TokenClaims, Body>({
  name: 'token-claims',
  path: 'token-claims',
  layout: 'list',
  schema: EnableTokenClaimsRequest,
  additional: z.strictObject({ clientId: z.string() }),
  key: ['clientId'],
  refersBy: 'name',
  references: [{ at: 'clientId', to: application }],
  sets: ['claims', 'tokenTypes'],
  list: enabledClaims,
  get: (platform, { id }) => platform.applications.tokenClaims.get(id).response(),
  project: (claims) => ({ clientId: claims.id, ...pick(claims, members) }),
  create: ({ platform, additional, body }) =>
    platform.applications.tokenClaims.enable(String(additional['clientId']), body),
  update: ({ platform, id, body, options }) =>
    platform.applications.tokenClaims.enable(id, body, options),
  delete: ({ platform, id, options }) => platform.applications.tokenClaims.disable(id, options),
});
