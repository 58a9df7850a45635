import { apiDetailTypeName } from '@platform/contracts';
import type { ApiDetailTypePut } from '@platform/contracts';
import { contentVersion } from '@platform/kit/http';
import type { Conditional, TransactionScope } from '@platform/kit/http';
import { problemWithReason, found, invalid, problem } from '@platform/kit/problem';
import {
  countDetailTypes,
  deleteDetailType,
  findDetailType,
  insertDetailType,
  updateDetailType,
} from './api-detail-type-store.ts';
import type { ApiDetailTypeRecord } from './api-detail-type-store.ts';
import { asApiDetailType } from './api-resource-resource.ts';
import { lockedApi } from './api-resource-store.ts';
import { publishApi } from './api-resources.ts';

const maxPerApi = 50;
const reserved = /^(?:urn:platform:|openid_)/;

type Asked = TransactionScope & Conditional;

function checkType(type: string): void {
  const parsed = apiDetailTypeName.safeParse(type);
  if (!parsed.success) throw invalid('/type', 'invalid_format', parsed.error.issues[0]!.message);
  if (reserved.test(type))
    throw invalid('/type', 'reserved', 'must not begin with urn:platform: or openid_');
}

/** Creates or replaces a type of authorization details of an API. */
export async function putDetailType(
  { tx, ifMatch }: Asked,
  apiId: string,
  type: string,
  body: ApiDetailTypePut,
): Promise<ApiDetailTypeRecord> {
  const api = await lockedApi(tx, apiId);
  checkType(type);
  const before = await findDetailType(tx, apiId, type);
  ifMatch(before && contentVersion(asApiDetailType(before)));
  if (!before && (await countDetailTypes(tx, apiId)) >= maxPerApi)
    throw problem('limit_exceeded', {
      detail: `An API can have at most ${maxPerApi} types of authorization details`,
    });
  const detailType = { type, ...body };
  const row = before
    ? found(await updateDetailType(tx, apiId, detailType))
    : await insertDetailType(tx, apiId, detailType);
  if (!row)
    throw problemWithReason('already_exists', {
      pointer: '/type',
      code: 'already_exists',
      detail: `The type ${type} belongs to another API; choose another name`,
    });
  await publishApi(tx, 'api_resource.detail_type_put', api, { detailType: asApiDetailType(row) });
  return row;
}

/** Removes a type: details of it are missing in new tokens. */
export async function removeDetailType(
  { tx, ifMatch }: Asked,
  apiId: string,
  type: string,
): Promise<void> {
  const api = await lockedApi(tx, apiId);
  const row = found(await findDetailType(tx, apiId, type));
  ifMatch(contentVersion(asApiDetailType(row)));
  await deleteDetailType(tx, apiId, type);
  await publishApi(tx, 'api_resource.detail_type_removed', api, {
    detailType: asApiDetailType(row),
  });
}
