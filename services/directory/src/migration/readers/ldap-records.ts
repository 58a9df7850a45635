import type { Entry } from 'ldapts';
import { guidText } from '../../ldap/guid.ts';
import type { SourceRow } from './source-reader.ts';

function textOf(value: string | Buffer): string {
  if (typeof value === 'string') return value;
  return guidText(value) ?? value.toString('utf8');
}

const schemes: Readonly<Record<string, string>> = {
  SSHA: 'ssha',
  SSHA256: 'ssha256',
  SSHA512: 'ssha512',
};

/** RFC 2307's `{SCHEME}value`; undefined for schemes that no sign-in can verify. */
export function passwordHashOf(stored: string): object | undefined {
  const [, scheme = '', value = ''] = /^\{([A-Z0-9-]+)\}(.+)$/i.exec(stored) ?? [];
  const name = scheme.toUpperCase();
  if (name in schemes) return { algorithm: schemes[name], value: `{${name}}${value}` };
  if (name === 'CRYPT' && /^\$2[aby]\$/.test(value)) return { algorithm: 'bcrypt', value };
  if (name === 'ARGON2' && /^\$argon2(?:id|i)\$/.test(value))
    return { algorithm: value.split('$')[1], value };
  const digests: Record<string, string> = { MD5: 'md5', SHA: 'sha1' };
  const algorithm = digests[name];
  return algorithm === undefined
    ? undefined
    : { algorithm, value: Buffer.from(value, 'base64').toString('hex') };
}

/**
 * An entry as a record: the first value of each attribute by its name, and all of them under
 * `values`.
 */
export function ldapRecordUser(entry: Entry, idAttribute: string): Omit<SourceRow, 'row'> {
  const values: Record<string, string[]> = Object.fromEntries(
    Object.entries(entry)
      .filter(([name]) => name !== 'dn')
      .map(([name, value]) => [
        name,
        (Array.isArray(value) ? value : [value]).map((one) => textOf(one as string | Buffer)),
      ]),
  );
  const { userPassword: passwords = [], ...shown } = values;
  const first = Object.fromEntries(
    Object.entries(shown).flatMap(([name, all]) => (all[0] === undefined ? [] : [[name, all[0]]])),
  );
  const hash = passwords.map(passwordHashOf).find((one) => one !== undefined);
  return {
    kind: 'user',
    sourceId: first[idAttribute] ?? null,
    record: { ...first, dn: entry.dn, values: shown },
    ...(hash ? { passwordHash: hash } : {}),
  };
}
