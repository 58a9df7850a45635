export { removeDomainsOf } from './domain-store.ts';
export { findDomainHolder } from './verified-domains.ts';
