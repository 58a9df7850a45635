import type { ObjectStore, ObjectStores } from '@platform/kit/objects';
import { objectKey } from '@platform/kit/objects';
import type { AccessPeer, AccessRecord } from './access-record.ts';

/** Where the objects of one request are. */
export interface RequestPlace {
  tenantId: string;
  id: string;
}

/** The key of what a service answered. */
export const partKey = ({ tenantId, id }: RequestPlace, peer: AccessPeer): string =>
  objectKey(tenantId, id, `${peer}.json`);

/** The key of the file that is downloaded. */
export const bundleKey = ({ tenantId, id }: RequestPlace): string =>
  objectKey(tenantId, id, 'bundle.zip');

/** The store that a request's objects are in, whatever is configured by now. */
export const storeOf = (
  stores: ObjectStores,
  { storeLocation }: Pick<AccessRecord, 'storeLocation'>,
): ObjectStore => (storeLocation === null ? stores.current : stores.at(storeLocation));

/** Deletes every object of a request. Safe to repeat. */
export async function deleteObjects(
  store: ObjectStore,
  { tenantId, id }: RequestPlace,
): Promise<void> {
  for await (const { key } of store.list(`${objectKey(tenantId, id)}/`)) await store.delete(key);
}
