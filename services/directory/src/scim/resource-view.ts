import { groupAttributes, userAttributes } from '../provisioning/directories/provisioned.ts';
import type {
  DirectoryGroupRecord,
  DirectoryUserRecord,
} from '../provisioning/directories/provisioned.ts';
import type { ResourceSchema } from './schemas/attribute.ts';
import { groupResourceSchema } from './schemas/group-schema.ts';
import { projected } from './projection.ts';
import type { Projection } from './projection.ts';
import type { Resource } from './patches/resource-patch.ts';

interface Kept {
  id: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export const locationOf = (
  { collection }: Pick<ResourceSchema, 'collection'>,
  baseUrl: string,
  id: string,
): string => `${baseUrl}/${collection}/${id}`;

/** A resource with the attributes that the server adds. */
function served(
  schema: ResourceSchema,
  kept: Kept,
  attributes: Resource,
  baseUrl: string,
): Resource {
  const used = schema.extensions.filter(({ id }) => attributes[id] !== undefined);
  return {
    schemas: [schema.core.id, ...used.map(({ id }) => id)],
    id: kept.id,
    ...attributes,
    meta: {
      resourceType: schema.resourceType,
      created: kept.createdAt.toISOString(),
      lastModified: kept.updatedAt.toISOString(),
      location: locationOf(schema, baseUrl, kept.id),
      version: `W/"${kept.version}"`,
    },
  };
}

/** Omits attributes whose definitions were removed. */
const listed = (schema: ResourceSchema, attributes: Resource): Resource =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]): [string, unknown][] => {
      if (!name.includes(':')) return [[name, value]];
      const known = schema.extensions.find(({ id }) => id === name)?.attributes ?? [];
      const held = Object.entries(value as Resource).filter(([member]) =>
        known.some((attribute) => attribute.name === member),
      );
      return held.length === 0 ? [] : [[name, Object.fromEntries(held)]];
    }),
  );

export interface GroupOfUser {
  id: string;
  displayName: string;
}

/** The SCIM representation of a user, with its groups if requested. */
export function userView(
  schema: ResourceSchema,
  user: DirectoryUserRecord,
  { baseUrl, projection }: { baseUrl: string; projection: Projection },
  groups?: readonly GroupOfUser[],
): Resource {
  const attributes = listed(schema, userAttributes(user));
  const shown = groups?.map(({ id, displayName }) => ({
    value: id,
    $ref: locationOf(groupResourceSchema, baseUrl, id),
    display: displayName,
  }));
  const resource = served(
    schema,
    user,
    shown && shown.length > 0 ? { ...attributes, groups: shown } : attributes,
    baseUrl,
  );
  return projected(resource, projection);
}

/** The SCIM representation of a group, without its members. */
export const groupView = (
  group: DirectoryGroupRecord,
  { baseUrl, projection }: { baseUrl: string; projection: Projection },
): Resource =>
  projected(served(groupResourceSchema, group, groupAttributes(group), baseUrl), projection);

/** The members that the projection includes. */
export function memberView({
  baseUrl,
  projection,
}: {
  baseUrl: string;
  projection: Projection;
}): (id: string) => unknown {
  const usersAt = `${baseUrl}/Users`;
  return (id) => {
    const member = { value: id, $ref: `${usersAt}/${id}`, type: 'User' };
    const { members } = projected({ id: '', schemas: [], members: [member] }, projection);
    return (members as unknown[] | undefined)?.[0];
  };
}
