import { SecretFault } from './secret-fault.ts';

/** Keys of 32 bytes by id, and the id of the active key. */
export interface SecretKeys {
  keys: Map<string, Buffer>;
  activeKeyId: string;
}

/**
 * Parses `platform.secrets.encryption.keys` and `.active-key-id`.
 * @param encoded maps ids (1 to 64 of letters, digits, `_`, `-`) to 32 bytes in base64 (RFC 4648
 * §4)
 * @throws SecretFault `configuration`: one message with every fault, without the values
 */
export const parseKeys = (
  encoded: Readonly<Record<string, string>>,
  activeKeyId: string,
): SecretKeys => {
  const faults: string[] = [];
  const keys = new Map<string, Buffer>();
  for (const [id, value] of Object.entries(encoded)) {
    const bytes = Buffer.from(value, 'base64');
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(id))
      faults.push(`key id "${id}": expected 1 to 64 letters, digits, _ or -`);
    if (bytes.toString('base64') !== value) faults.push(`key "${id}": must be base64 with padding`);
    else if (bytes.length !== 32)
      faults.push(`key "${id}": expected 32 bytes, found ${bytes.length}`);
    else if ([...keys.values()].some((other) => other.equals(bytes)))
      faults.push(`key "${id}": the same bytes as another id`);
    keys.set(id, bytes);
  }
  if (!keys.has(activeKeyId)) {
    faults.push(
      `active-key-id "${activeKeyId}" is not one of the keys (${[...keys.keys()].join(', ') || 'none given'})`,
    );
  }
  if (faults.length > 0)
    throw new SecretFault('configuration', `platform.secrets.encryption: ${faults.join('; ')}`);
  return { keys, activeKeyId };
};
