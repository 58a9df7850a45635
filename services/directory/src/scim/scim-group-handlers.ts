import { isId } from '@platform/contracts';
import type { ScimListRequest, scimGroupOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { answer, stream } from '@platform/kit/http';
import type { Handlers, QueryScope, StreamAnswer } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { directoryGroupCounter } from '../counters/counters.ts';
import {
  changeDirectoryGroup,
  createDirectoryGroup,
  findDirectoryGroup,
  groupAttributes,
  lockDirectoryGroup,
  provisionedGroup,
  removeDirectoryGroup,
} from '../provisioning/directories/provisioned.ts';
import type { DirectoryGroupRecord, MemberStep } from '../provisioning/directories/provisioned.ts';
import { groupJson, listJson, memberBatches } from './group-json.ts';
import { memberIds, patchedGroup } from './patches/group-patch.ts';
import { groupResourceSchema as schema } from './schemas/group-schema.ts';
import { listResponse } from './list-response.ts';
import { patchOperations } from './patches/patch-request.ts';
import { isReturned, projectionOf } from './projection.ts';
import type { Projection } from './projection.ts';
import { listedGroups } from './resource-list-store.ts';
import { listedPage } from './resource-listing.ts';
import { replacedResource, resourceOf } from './patches/resource-patch.ts';
import { groupView, locationOf, memberView } from './resource-view.ts';
import { scimMediaType } from './scim-codec.ts';
import { baseUrlOf, provisioningOf } from './scim-context.ts';
import type { ScimOptions } from './scim-context.ts';

type Showing = { baseUrl: string; projection: Projection };
type Read = QueryScope['read'];

async function existing(
  tx: Tx,
  { directoryId, id }: { directoryId: string; id: string },
  find: typeof findDirectoryGroup,
): Promise<DirectoryGroupRecord> {
  const group = isId('directoryGroup', id) ? await find(tx, directoryId, id) : undefined;
  if (!group) throw problem('not_found', { detail: 'The directory has no such group' });
  return group;
}

const wantsMembers = ({ projection }: Showing): boolean => isReturned(projection, 'members');

async function* noMembers(): AsyncGenerator<string[]> {
  // A group whose members the request left out.
}

/** The JSON of a group in parts. */
const partsOf = (read: Read, group: DirectoryGroupRecord, showing: Showing) =>
  groupJson(
    groupView(group, showing),
    wantsMembers(showing) ? memberBatches(read, group) : noMembers(),
    memberView(showing),
  );

/** The complete JSON of a group with its members: for responses to writes, which are stored. */
async function wholeGroup(
  tx: Tx,
  group: DirectoryGroupRecord,
  showing: Showing,
): Promise<Record<string, unknown>> {
  const resource = groupView(group, showing);
  if (!wantsMembers(showing)) return resource;
  const members: unknown[] = [];
  const show = memberView(showing);
  for await (const ids of memberBatches((work) => work(tx), group)) members.push(...ids.map(show));
  return members.length === 0 ? resource : { ...resource, members };
}

/** The members that a body names; undefined if it names none, which leaves them unchanged. */
function givenMembers(resource: Record<string, unknown>, body: Record<string, unknown>) {
  const isNamed = Object.keys(body).some((name) => name.toLowerCase() === 'members');
  return isNamed ? memberIds(resource['members'] ?? []) : undefined;
}

export function scimGroupHandlers(options: ScimOptions): Handlers<typeof scimGroupOperations> {
  const showingOf = (
    directoryId: string,
    request: Parameters<typeof projectionOf>[1],
  ): Showing => ({
    baseUrl: baseUrlOf(options, directoryId),
    projection: projectionOf(schema, request),
  });

  async function shown(
    tx: Tx,
    group: DirectoryGroupRecord,
    showing: Showing,
    status: 200 | 201 = 200,
  ) {
    const location = locationOf(schema, showing.baseUrl, group.id);
    const body = await wholeGroup(tx, group, showing);
    return answer(body, { version: group.version, status, headers: { location } });
  }

  async function list(
    { context, read }: QueryScope,
    directoryId: string,
    request: ScimListRequest,
  ): Promise<StreamAnswer> {
    const showing = showingOf(directoryId, request);
    const { resources, info } = await listedPage(
      {
        read,
        walked: { tenantId: context.tenantId, directoryId, list: 'groups' },
        resources: listedGroups,
        counter: directoryGroupCounter(directoryId),
        schema,
        ...options,
      },
      request,
    );
    const parts = resources.map((group) => partsOf(read, group, showing));
    return stream({
      contentType: scimMediaType,
      body: listJson(listResponse(info, []), parts),
    });
  }

  return {
    scimGroupsList: ({ query, params, ...scope }) => list(scope, params.directoryId, query),
    scimGroupsSearch: ({ body, params, ...scope }) => list(scope, params.directoryId, body),

    async scimGroupsCreate({ tx, params, query, body }) {
      const provisioning = await provisioningOf(tx, options, params.directoryId);
      const showing = showingOf(params.directoryId, query);
      const resource = resourceOf(schema, body);
      const members = givenMembers(resource, body) ?? [];
      const given = provisionedGroup(resource);
      const group = await createDirectoryGroup(tx, provisioning, given, members);
      return shown(tx, group, showing, 201);
    },

    async scimGroupsGet({ read, params, query }) {
      const showing = showingOf(params.directoryId, query);
      const group = await read((tx) => existing(tx, params, findDirectoryGroup));
      return stream({
        contentType: scimMediaType,
        headers: {
          etag: `W/"${group.version}"`,
          location: locationOf(schema, showing.baseUrl, group.id),
        },
        body: partsOf(read, group, showing),
      });
    },

    async scimGroupsReplace({ tx, params, query, body, ifMatch }) {
      const provisioning = await provisioningOf(tx, options, params.directoryId);
      const showing = showingOf(params.directoryId, query);
      const before = await existing(tx, params, lockDirectoryGroup);
      ifMatch(before.version);
      const resource = replacedResource(schema, groupAttributes(before), body);
      const members = givenMembers(resource, body);
      const steps: MemberStep[] = members ? [{ kind: 'replace', ids: members }] : [];
      const given = provisionedGroup(resource);
      const { group } = await changeDirectoryGroup(tx, provisioning, before, given, steps);
      return shown(tx, group, showing);
    },

    async scimGroupsPatch({ tx, params, query, body, ifMatch }) {
      const provisioning = await provisioningOf(tx, options, params.directoryId);
      const showing = showingOf(params.directoryId, query);
      const operations = patchOperations(body);
      const before = await existing(tx, params, lockDirectoryGroup);
      ifMatch(before.version);
      const { resource, members } = patchedGroup(groupAttributes(before), operations);
      const given = provisionedGroup(resource);
      const { group } = await changeDirectoryGroup(tx, provisioning, before, given, members);
      // RFC 7644 §3.5.2: no body unless the client asks for attributes.
      if (query.attributes === undefined) return answer({}, { status: 204 });
      return shown(tx, group, showing);
    },

    async scimGroupsDelete({ tx, params, ifMatch }) {
      const provisioning = await provisioningOf(tx, options, params.directoryId);
      const group = await existing(tx, params, lockDirectoryGroup);
      ifMatch(group.version);
      await removeDirectoryGroup(tx, provisioning, group);
      return {};
    },
  };
}
