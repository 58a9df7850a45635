import { invalid } from '../problem/problem.ts';
import { addressBytes, addressText, isMapped, unmapped } from './address.ts';
import type { AddressBytes } from './address.ts';

/** A network. */
export interface Cidr {
  /** Canonical: RFC 5952, always with a prefix length. */
  cidr: string;
  family: 'ipv4' | 'ipv6';
  /**
   * @param address 4 or 16 bytes; a network never contains an address of the other family, so unmap
   * first (`unmapped`)
   */
  contains(address: AddressBytes): boolean;
}

const maxLength = 49;

/**
 * Parses an address (as a /32 or /128) or `address/prefix`. `::ffff:a.b.c.d/n` with n ≥ 96 becomes
 * IPv4 /(n−96).
 * @param pointer to the member with the text
 * @throws 422 `validation_failed` with `invalid_format`: malformed (including zone ids, leading
 * zeros, octal, hexadecimal or short IPv4, and ranges), or host bits set, for which the detail
 * names the intended network
 */
export const parseCidr = (text: string, pointer = '/cidr'): Cidr => {
  const refuse = (detail: string): never => {
    throw invalid(pointer, 'invalid_format', detail);
  };
  const [addressPart = '', prefixPart, ...rest] = text.length > maxLength ? [] : text.split('/');
  const written = addressBytes(addressPart);
  if (written === null || rest.length > 0)
    return refuse('must be an IP address or network, such as 192.0.2.0/24 or 2001:db8::/32');
  if (prefixPart !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefixPart))
    return refuse('must have a decimal prefix length after the slash');
  const writtenBits = prefixPart === undefined ? written.length * 8 : Number(prefixPart);
  if (writtenBits > written.length * 8)
    return refuse(`must have a prefix length of at most ${written.length * 8}`);
  if (isMapped(written) && writtenBits < 96)
    return refuse('must have a prefix length of at least 96, because the address is IPv4-mapped');

  const bytes = unmapped(written);
  const bits = isMapped(written) ? writtenBits - 96 : writtenBits;
  const network = masked(bytes, bits);
  const cidr = `${addressText(network)}/${bits}`;
  if (!isEqual(network, bytes)) return refuse(`has bits set beyond its prefix; use ${cidr}`);
  return {
    cidr,
    family: network.length === 4 ? 'ipv4' : 'ipv6',
    contains: (address) => address.length === network.length && isWithin(address, network, bits),
  };
};

/** Clears every bit of the address after the first `bits`. */
export const masked = (bytes: AddressBytes, bits: number): AddressBytes =>
  bytes.map((byte, i) => byte & maskOf(bits - i * 8));

const isWithin = (address: AddressBytes, network: AddressBytes, bits: number): boolean => {
  for (let i = 0; i * 8 < bits; i += 1) {
    if (((address[i] ?? 0) & maskOf(bits - i * 8)) !== network[i]) return false;
  }
  return true;
};

const maskOf = (bitsLeft: number): number =>
  bitsLeft >= 8 ? 0xff : bitsLeft <= 0 ? 0 : (0xff << (8 - bitsLeft)) & 0xff;
const isEqual = (a: AddressBytes, b: AddressBytes): boolean => a.every((byte, i) => byte === b[i]);
