import { idPrefixes, isId } from '@platform/contracts';
import type { IdKind } from '@platform/contracts';
import { idFromUuid, uuidOf } from '@platform/kit/ids';

/** TypeIDs are in the alphabet of ULIDs, so that the same 26 characters name the same bits and the same time. */
const ulidOf = (id: string): string => id.slice(id.indexOf('_') + 1).toUpperCase();

const idOf = (kind: IdKind, ulid: string): string | undefined => {
  const id = `${idPrefixes[kind]}_${ulid.toLowerCase()}`;
  return isId(kind, id) ? id : undefined;
};

/** The id of a model in the API of OpenFGA. */
export const modelUlid = (modelId: string): string => ulidOf(modelId);

/** The id of a model; one that no model can have if the ULID is beyond 128 bits. */
export const modelIdOf = (ulid: string): string => idOf('fgaModel', ulid) ?? ulid;

/** The id of a store in the API of OpenFGA: of a named one, or of the tenant's default store. */
export const storeUlid = (tenantId: string, storeUuid: string | undefined): string =>
  ulidOf(storeUuid === undefined ? tenantId : idFromUuid('fgaStore', storeUuid));

/** The UUID of a store; null for an id that no store can have. Undefined for the tenant's default store. */
export function storeUuidOf(tenantId: string, ulid: string): string | undefined | null {
  if (ulid === ulidOf(tenantId)) return undefined;
  const id = idOf('fgaStore', ulid);
  return id === undefined ? null : uuidOf('fgaStore', id);
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** When the id was made: the first 48 bits of a ULID. */
export const ulidTime = (ulid: string): Date =>
  new Date(Array.from(ulid.slice(0, 10)).reduce((time, c) => time * 32 + alphabet.indexOf(c), 0));
