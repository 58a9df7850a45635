import type { ObjectStore, ObjectStores } from '@platform/kit/objects';
import { objectKey } from '@platform/kit/objects';
import type { AccessPeer, AccessRecord } from './access-store.ts';

/** The location of the objects of one request. */
export interface RequestPlace {
  tenantId: string;
  id: string;
  round: number;
}

/** Returns the current location of a request. */
export const requestPlace = (
  tenantId: string,
  { id, objectRound }: Pick<AccessRecord, 'id' | 'objectRound'>,
): RequestPlace => ({ tenantId, id, round: objectRound });

const keyIn = ({ tenantId, id, round }: RequestPlace, name: string): string =>
  round === 0 ? objectKey(tenantId, id, name) : objectKey(tenantId, id, String(round), name);

/** The key of a service's answer. */
export const partKey = (place: RequestPlace, peer: AccessPeer): string =>
  keyIn(place, `${peer}.json`);

/** The key of the downloadable file. */
export const bundleKey = (place: RequestPlace): string => keyIn(place, 'bundle.zip');

/** Returns the store that holds the request's objects, even if another one is configured now. */
export const storeOf = (
  stores: ObjectStores,
  { storeLocation }: Pick<AccessRecord, 'storeLocation'>,
): ObjectStore => (storeLocation === null ? stores.current : stores.at(storeLocation));

/** Deletes the objects of earlier rounds; a later round may be running. Idempotent. */
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
