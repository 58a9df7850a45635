import type { OrganizationUpdate } from '@platform/contracts';
import { mergePatch } from '@platform/kit/formats';
import { problemWithReason } from '@platform/kit/problem';
import { acceptedMetadata } from '../attribute-schema/attribute-schema.ts';
import type { AttributeSchema } from '../attribute-schema/attribute-schema.ts';
import { isSame } from '../json/json-equality.ts';
import type { OrganizationRecord } from './organization-store.ts';

/** An organization with no member set. */
export const emptyOrganization: OrganizationRecord = {
  id: '',
  name: '',
  slug: '',
  externalId: null,
  logoUrl: null,
  primaryDomain: null,
  metadata: {},
  status: 'active',
  membershipPolicy: 'invite_only',
  defaultRoles: [],
  memberCount: 0,
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

/** The members that a merge patch changes, with their new values. */
export function organizationChanges(
  before: OrganizationRecord,
  given: OrganizationUpdate,
): Partial<OrganizationRecord> {
  const wanted = Object.entries(given).map(([key, value]): [string, unknown] => {
    if (key === 'metadata') return [key, value === null ? {} : mergePatch(before.metadata, value)];
    return [key, value];
  });
  return Object.fromEntries(
    wanted.filter(([key, value]) => !isSame(value, before[key as keyof OrganizationRecord])),
  ) as Partial<OrganizationRecord>;
}

export interface OrganizationWriting {
  maxMetadataBytes: number;
  /** Locked by the transaction (see `AttributeSchemas.hold`). */
  schema: AttributeSchema;
}

/** The organization with the metadata that the attribute schema accepts. */
export function acceptedOrganization(
  organization: OrganizationRecord,
  before: OrganizationRecord | undefined,
  { schema, maxMetadataBytes }: OrganizationWriting,
): OrganizationRecord {
  const metadata = acceptedMetadata(schema, {
    before: before?.metadata ?? {},
    after: organization.metadata,
    writer: 'admin',
    how: before ? 'patch' : 'create',
  });
  if (Buffer.byteLength(JSON.stringify(metadata)) > maxMetadataBytes)
    throw problemWithReason('limit_exceeded', {
      pointer: '/metadata',
      code: 'limit_exceeded',
      detail: `must have at most ${maxMetadataBytes} bytes`,
    });
  return { ...organization, metadata };
}
