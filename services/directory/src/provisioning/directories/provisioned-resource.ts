/**
 * Attributes of a user or a group as SCIM names them (RFC 7643 §4): `userName`, `name`, `emails`,
 * …; those of extensions under their URNs.
 */
export type ProvisionedResource = Record<string, unknown>;

/** A user as a directory sends it. */
export interface ProvisionedUser {
  userName: string;
  externalId: string | null;
  /** Undefined: unchanged; a new user is active. */
  active: boolean | undefined;
  /** All other attributes. */
  attributes: ProvisionedResource;
}

/** A group as a directory sends it. */
export interface ProvisionedGroup {
  displayName: string;
  externalId: string | null;
  attributes: ProvisionedResource;
}

/** Separates the attributes that have columns from the rest of a resource. */
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

/** Like {@link provisionedUser}. Members are not attributes of a group. */
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
