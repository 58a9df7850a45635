import type { DecodeRecord } from './ndjson-reader.ts';
import { objectOf, recordText } from './record-values.ts';
import type { SourceIdentity } from './source-reader.ts';

/** Auth0's own database is not a federated login. */
const ownProvider = 'auth0';

function identitiesOf(record: Record<string, unknown>): SourceIdentity[] {
  const all = Array.isArray(record['identities']) ? record['identities'] : [];
  return all.flatMap((one: unknown) => {
    const identity = objectOf(one);
    const provider = recordText(identity['provider']);
    const subject = recordText(identity['user_id']);
    return provider && subject && provider !== ownProvider ? [{ provider, subject }] : [];
  });
}

/** A line of Auth0's export of users. */
export const auth0User: DecodeRecord = (given) => {
  const record = objectOf(given);
  return {
    kind: 'user',
    sourceId: recordText(record['user_id']) ?? null,
    record,
    identities: identitiesOf(record),
  };
};

/** A line of Auth0's export of password hashes, which is in MongoDB's extended JSON. */
export const auth0Password: DecodeRecord = (given) => {
  const record = objectOf(given);
  const id = recordText(objectOf(record['_id'])['$oid']) ?? recordText(record['_id']);
  const value = recordText(record['passwordHash']);
  return {
    kind: 'password',
    sourceId: id === undefined ? null : `${ownProvider}|${id}`,
    record,
    passwordHash: value === undefined ? undefined : { algorithm: 'bcrypt', value },
  };
};
