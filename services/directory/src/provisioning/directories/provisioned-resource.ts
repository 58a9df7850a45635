/**
 * Attributes of a user or a group in the spelling of SCIM (RFC 7643 §4): `userName`, `name`, `emails`, …; those of extensions
 * below their URNs.
 */
export type ProvisionedResource = Record<string, unknown>;

/** A user as a directory sends it. */
export interface ProvisionedUser {
  userName: string;
  externalId: string | null;
  /** Undefined: as it was; a new user is active. */
  active: boolean | undefined;
  /** Everything else. */
  attributes: ProvisionedResource;
}

/** A group as a directory sends it. */
export interface ProvisionedGroup {
  displayName: string;
  externalId: string | null;
  attributes: ProvisionedResource;
}

/** Takes the attributes that have columns of their own out of a resource. */
export function provisionedUser({
  userName,
  externalId,
  active,
  ...attributes
}: ProvisionedResource): ProvisionedUser {
  return {
    userName: typeof userName === 'string' ? userName : '',
    externalId: typeof externalId === 'string' ? externalId : null,
    active: typeof active === 'boolean' ? active : undefined,
    attributes,
  };
}

/** As {@link provisionedUser}; members are no attributes of a group. */
export function provisionedGroup({
  displayName,
  externalId,
  members: _members,
  ...attributes
}: ProvisionedResource): ProvisionedGroup {
  return {
    displayName: typeof displayName === 'string' ? displayName : '',
    externalId: typeof externalId === 'string' ? externalId : null,
    attributes,
  };
}
