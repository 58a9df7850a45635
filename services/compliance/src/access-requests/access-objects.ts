import type { ObjectStore, ObjectStores } from '@platform/kit/objects';
import { objectKey } from '@platform/kit/objects';
import type { AccessPeer, AccessRecord } from './access-store.ts';

/** Where the objects of one request are. */
export interface RequestPlace {
  tenantId: string;
  id: string;
  round: number;
}

/** The place of a request as it is now. */
export const requestPlace = (
  tenantId: string,
  { id, objectRound }: Pick<AccessRecord, 'id' | 'objectRound'>,
): RequestPlace => ({ tenantId, id, round: objectRound });

const keyIn = ({ tenantId, id, round }: RequestPlace, name: string): string =>
  round === 0 ? objectKey(tenantId, id, name) : objectKey(tenantId, id, String(round), name);

/** The key of what a service answered. */
export const partKey = (place: RequestPlace, peer: AccessPeer): string =>
  keyIn(place, `${peer}.json`);

/** The key of the file that is downloaded. */
export const bundleKey = (place: RequestPlace): string => keyIn(place, 'bundle.zip');

/** The store that a request's objects are in, whatever is configured by now. */
export const storeOf = (
  stores: ObjectStores,
  { storeLocation }: Pick<AccessRecord, 'storeLocation'>,
): ObjectStore => (storeLocation === null ? stores.current : stores.at(storeLocation));

/** Deletes what a request stored before this round; a later round may be under way. Safe to repeat. */
export async function deleteEarlierObjects(
  store: ObjectStore,
  { tenantId, id, round }: RequestPlace,
): Promise<void> {
  const prefix = `${objectKey(tenantId, id)}/`;
  for await (const { key } of store.list(prefix)) {
    const [first, ...rest] = key.slice(prefix.length).split('/');
    const ofRound = rest.length === 0 ? 0 : Number(first);
    if (ofRound < round) await store.delete(key);
  }
}
