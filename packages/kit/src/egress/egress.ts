export { isPublicAddress } from './addresses.ts';
export { EgressFailed, EgressRefused, ResponseTooLarge } from './egress-error.ts';
export type { EgressErrorCode, EgressResponse, EgressStreamResponse } from './egress-error.ts';
export { egressFetch } from './egress-fetch.ts';
export { profiles } from './profiles.ts';
export type { EgressProfile, EgressProfileName } from './profiles.ts';
export type { Resolve } from './resolution.ts';
export type { ConnectTcp } from './socket.ts';
export type {
  Egress,
  EgressConnect,
  EgressRequest,
  EgressStreamRequest,
  EgressTls,
} from './egress-calls.ts';
export { egress } from './egress-client.ts';
export type { EgressOptions } from './egress-options.ts';
export { dnsLookups } from './dns-lookups.ts';
export type { DnsLookups, DnsOptions } from './dns-lookups.ts';
export type { DnsAnswer } from './dns-answer.ts';
