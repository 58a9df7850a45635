import { UpdateMyProfileRequest, UpdateUserRequest, isId } from '@platform/contracts';
import type { UserUpdate } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { parseBody, parseJson } from '@platform/kit/http';
import { found } from '@platform/kit/problem';
import type { PatchProfileRequest, PatchProfileResponse } from '@platform/protos';
import { patchedAttributes } from '../../users/user-changes.ts';
import { refuseManaged } from '../../users/managed-members.ts';
import { refuseUnderErasure } from '../../users/user-lifecycle.ts';
import { userResource } from '../../users/user-record.ts';
import type { UserRecord } from '../../users/user-record.ts';
import { lockUser } from '../../users/users.ts';
import { changeAttributes } from '../../users/user-update.ts';
import type { UserWriting } from '../../users/user-writing.ts';
import { freeAddress } from '../address-displacement.ts';
import { joinByDomain } from '../domain-enrollment.ts';
import type { ProvisioningOptions } from './user-provisioning.ts';

/** The fields that users may change themselves; contacts only while they sign in. */
const ProfilePatch = UpdateMyProfileRequest.extend(
  UpdateUserRequest.pick({ email: true, phoneNumber: true }).shape,
);

/** The patch, with the addresses that the caller has verified. */
function patchOf({
  mergePatchJson,
  emailVerified,
  phoneVerified,
}: PatchProfileRequest): UserUpdate {
  const json = mergePatchJson === '' ? '{}' : mergePatchJson;
  const patch: UserUpdate = parseBody(ProfilePatch, parseJson(Buffer.from(json)));
  if (emailVerified !== undefined) patch.emailVerified = emailVerified;
  if (phoneVerified !== undefined) patch.phoneVerified = phoneVerified;
  return patch;
}

async function requireUser(tx: Tx, id: string): Promise<UserRecord> {
  return found(isId('user', id) ? await lockUser(tx, id) : undefined);
}

/**
 * Changes the profile of a user on their own behalf: attributes that the schema hides from them, or
 * reserves, stay unchanged.
 */
export async function patchProfile(
  tx: Tx,
  request: PatchProfileRequest,
  { schemas, limits }: Pick<ProvisioningOptions, 'schemas' | 'limits'>,
): Promise<{ response: PatchProfileResponse; changed: string[] }> {
  const writing: UserWriting = { limits, schema: await schemas.hold(tx, 'user') };
  const user = await requireUser(tx, request.userId);
  refuseUnderErasure(user);
  const attributes = patchedAttributes(user, patchOf(request));
  refuseManaged(user, attributes);
  if (attributes.emailVerified && attributes.email !== null)
    await freeAddress(tx, user.id, attributes.email, writing);
  const { user: after, changed } = await changeAttributes(tx, user, attributes, {
    ...writing,
    origin: 'api',
    writer: 'self',
  });
  await joinByDomain(tx, after);
  return { response: { userJson: JSON.stringify(userResource(after, writing.schema)) }, changed };
}
