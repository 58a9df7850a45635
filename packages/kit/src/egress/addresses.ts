import { parseCidr } from '../ip/ip.ts';
import type { AddressBytes } from '../ip/ip.ts';

const networks = (...texts: string[]): ((address: AddressBytes) => boolean) => {
  const parsed = texts.map((text) => parseCidr(text));
  return (address) => parsed.some((network) => network.contains(address));
};

/** IANA IPv4 special-purpose registry, multicast, reserved, and the one public address that is a cloud's metadata (Azure). */
const isSpecialIpv4 = networks(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
);
const isGlobalUnicastIpv6 = networks('2000::/3');
/**
 * Special ranges within 2000::/3: IETF protocols (Teredo, ORCHID), documentation, 6to4,
 * documentation.
 */
const isSpecialIpv6 = networks('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');

/**
 * True for an address of the public Internet. Compares bytes, never text. Mapped, compatible
 * (`::7f00:1`), NAT64, 6to4, Teredo, unique-local, link-local and site-local addresses are all
 * rejected, because only IPv6 within 2000::/3 is accepted.
 * @param address 4 or 16 bytes, not unmapped
 */
export const isPublicAddress = (address: AddressBytes): boolean =>
  address.length === 4
    ? !isSpecialIpv4(address)
    : isGlobalUnicastIpv6(address) && !isSpecialIpv6(address);

/**
 * Returns the operator's check of addresses: denied networks are never called; allowed ones always,
 * public or not; otherwise only public addresses.
 * @throws 422 for a text that is not a network
 */
export const addressCheck = (
  allowedNetworks: Iterable<string>,
  deniedNetworks: Iterable<string>,
): ((address: AddressBytes) => boolean) => {
  const isAllowed = networks(...allowedNetworks);
  const isDenied = networks(...deniedNetworks);
  return (address) => !isDenied(address) && (isAllowed(address) || isPublicAddress(address));
};
