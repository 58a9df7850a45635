export { addressBytes, addressText, canonicalAddress, unmapped } from './address.ts';
export type { AddressBytes } from './address.ts';
export { parseCidr } from './cidr.ts';
export type { Cidr } from './cidr.ts';
export { clientAddress, rateKeyOf } from './client-address.ts';
export type { ClientAddressInput } from './client-address.ts';
export { decide, ipRule } from './decision.ts';
export type { IpDecision, IpRule, StoredIpRule } from './decision.ts';
