import { createHash } from 'node:crypto';
import { emailKey } from '@platform/kit/formats';

const dots = '•••';

/** Masks an address so that only its owner recognizes it: `a•••@e•••.com`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [domain, top] = [address.slice(at + 1), address.slice(address.lastIndexOf('.'))];
  return `${[...address][0] ?? ''}${dots}@${domain[0] ?? ''}${dots}${top}`;
}

/** The address shown for an unknown identifier: the same for every attempt. */
export function decoyAddress(identifier: string): string {
  if (emailKey(identifier) !== undefined) return identifier;
  const [first = 0, second = 0] = createHash('sha256').update(identifier).digest();
  const letter = (byte: number): string => String.fromCharCode(97 + (byte % 26));
  return `${letter(first)}@${letter(second)}.com`;
}
