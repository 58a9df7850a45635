import type { DecodeRecord } from './ndjson-reader.ts';
import { jsonIn, objectOf, recordText } from './record-values.ts';
import type { SourceIdentity } from './source-reader.ts';

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(objectOf) : [];
const firstOf = (value: unknown): string | undefined =>
  recordText(Array.isArray(value) ? value[0] : value);
const unpadded = (base64: string): string => base64.replace(/=+$/, '');

/** Keycloak's pbkdf2 hash, in its own format. */
function pbkdf2(data: Record<string, unknown>, secret: Record<string, unknown>): object {
  const named = recordText(data['algorithm']) ?? '';
  return {
    algorithm: 'pbkdf2',
    value: secret['value'],
    salt: secret['salt'],
    digest: named === 'pbkdf2' ? 'sha1' : named.replace(/^pbkdf2-/, ''),
    iterations: Number(data['hashIterations']),
  };
}

/** Keycloak's argon2 hash, as a PHC string. */
function argon2(data: Record<string, unknown>, secret: Record<string, unknown>): object {
  const more = objectOf(data['additionalParameters']);
  const variant = `argon2${firstOf(more['type']) ?? 'id'}`;
  const costs = `m=${firstOf(more['memory'])},t=${data['hashIterations']},p=${firstOf(more['parallelism'])}`;
  const version = firstOf(more['version']) === '1.0' ? 16 : 19;
  const [salt, hash] = [secret['salt'], secret['value']].map((part) =>
    unpadded(recordText(part) ?? ''),
  );
  return { algorithm: variant, value: `$${variant}$v=${version}$${costs}$${salt}$${hash}` };
}

function passwordHashOf(record: Record<string, unknown>): object | undefined {
  const credential = listOf(record['credentials']).find(({ type }) => type === 'password');
  if (!credential) return undefined;
  const data = objectOf(jsonIn(credential['credentialData']));
  const secret = objectOf(jsonIn(credential['secretData']));
  if (recordText(secret['value']) === undefined) return undefined;
  return recordText(data['algorithm'])?.startsWith('argon2')
    ? argon2(data, secret)
    : pbkdf2(data, secret);
}

const identitiesOf = (record: Record<string, unknown>): SourceIdentity[] =>
  listOf(record['federatedIdentities']).flatMap((identity) => {
    const provider = recordText(identity['identityProvider']);
    const subject = recordText(identity['userId']);
    return provider && subject ? [{ provider, subject }] : [];
  });

export const keycloakUser: DecodeRecord = (given) => {
  const record = objectOf(given);
  return {
    kind: 'user',
    sourceId: recordText(record['id']) ?? null,
    record,
    identities: identitiesOf(record),
    passwordHash: passwordHashOf(record),
  };
};
