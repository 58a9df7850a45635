import { isId } from '@platform/contracts';
import type { groupRoleMappingOperations } from '@platform/contracts';
import { answer, prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { existingDirectory, holdDirectory } from '../directories.ts';
import type { CheckRoles, KnownRoles } from '../../roles/role-check.ts';
import { findMapping, listMappings } from './mapping-store.ts';
import { createMapping, endMapping, mappingResource } from './mapping-writes.ts';

export const mappingHandlers = ({
  checkRoles,
  knownRoles,
  clock,
}: {
  checkRoles: CheckRoles;
  knownRoles: KnownRoles;
  clock: () => number;
}): Handlers<typeof groupRoleMappingOperations> => ({
  directoryGroupRoleMappingList: prepared(
    async ({ principal, params, read }) => {
      const found = await read(async (tx) => {
        const directory = await existingDirectory(tx, params.directoryId);
        return { directory, mappings: await listMappings(tx, directory.id) };
      });
      const keys = [...new Set(found.mappings.map(({ role }) => role))];
      return { ...found, known: await knownRoles(principal, keys) };
    },
    async ({ prepared: { directory, mappings, known } }) => ({
      data: mappings.map((m) => mappingResource(m, directory, known.has(m.role))),
      nextCursor: null,
      hasMore: false,
    }),
  ),

  directoryGroupRoleMappingCreate: prepared(
    ({ principal, body }) => checkRoles(principal, [{ role: body.role, pointer: '/role' }]),
    async ({ tx, principal: { type, id }, params, body }) => {
      const directory = await existingDirectory(tx, params.directoryId, holdDirectory);
      const creation = { body, createdBy: { type, id } };
      const mapping = await createMapping(tx, directory, creation, clock());
      return answer(mappingResource(mapping, directory, true));
    },
  ),

  async directoryGroupRoleMappingDelete({ tx, params }) {
    const directory = await existingDirectory(tx, params.directoryId, holdDirectory);
    const mapping = isId('groupRoleMapping', params.id)
      ? await findMapping(tx, params.id)
      : undefined;
    if (mapping?.directoryId !== directory.id) throw problem('not_found');
    await endMapping(tx, directory, mapping);
    return { id: mapping.id, deleted: true as const };
  },
});
