import type { AttributeMappingRule } from '@platform/contracts';
import type { AttributeSchema } from '../attribute-schema/attribute-schema.ts';
import { mappedUpdate, mappedValues } from '../provisioning/directories/provisioned.ts';
import type { RemoteUser } from '../sync/sources/remote-records.ts';

/** How many users of a source a report shows, and how they are mapped. */
export interface Sampling {
  size: number;
  shown(user: RemoteUser): Record<string, unknown>;
}

/** Shows users as the mapping of a directory, or the default one, would create them. */
export const mappedSampling = (
  size: number,
  rules: readonly AttributeMappingRule[],
  schema: AttributeSchema,
): Sampling => ({
  size,
  shown({ userName, resource }) {
    const { values } = mappedValues({ userName, ...resource }, rules, schema);
    return { ...mappedUpdate(values, []) };
  },
});

export const sampled = (
  users: readonly RemoteUser[],
  { size, shown }: Sampling,
): Record<string, unknown>[] => users.slice(0, size).map((user) => shown(user));
