export type { DnsAnswer } from './dns-answer.ts';
export { dnsLookups } from './dns-lookups.ts';
export type { DnsLookups, DnsOptions } from './dns-lookups.ts';
