import type { Tx } from '@platform/kit/database';
import { listMemberIds } from '../provisioning/directories/provisioned.ts';
import type { DirectoryGroupRecord } from '../provisioning/directories/provisioned.ts';
import type { Resource } from './patches/resource-patch.ts';

/** Members per read. */
const batch = 5_000;

type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Ids of all members, in batches. Those who join or leave in the meantime may or may not be
 * included.
 */
export async function* memberBatches(
  read: Read,
  group: Pick<DirectoryGroupRecord, 'directoryId' | 'id'>,
): AsyncGenerator<string[]> {
  let after = '';
  for (;;) {
    const from = after;
    const ids = await read((tx) => listMemberIds(tx, group, from, batch));
    if (ids.length > 0) yield ids;
    if (ids.length < batch) return;
    after = ids.at(-1) as string;
  }
}

/** Streams the JSON of a group: a large group is never in memory as a whole. */
export async function* groupJson(
  resource: Resource,
  batches: AsyncIterable<readonly string[]>,
  show: (id: string) => unknown,
): AsyncGenerator<string> {
  yield JSON.stringify(resource).slice(0, -1);
  let isFirst = true;
  for await (const ids of batches) {
    const members = ids.map((id) => JSON.stringify(show(id))).join(',');
    yield isFirst ? `,"members":[${members}` : `,${members}`;
    isFirst = false;
  }
  yield isFirst ? '}' : ']}';
}

/** Streams the JSON of a list while its resources are read. */
export async function* listJson(
  response: Record<string, unknown>,
  resources: Iterable<AsyncIterable<string>>,
): AsyncGenerator<string> {
  const { Resources: _none, ...page } = response;
  yield `${JSON.stringify(page).slice(0, -1)},"Resources":[`;
  let isFirst = true;
  for (const resource of resources) {
    if (!isFirst) yield ',';
    isFirst = false;
    yield* resource;
  }
  yield ']}';
}
