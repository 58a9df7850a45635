export { listDomains, removeDomainsOf } from './domain-store.ts';
export { findDomainHolder, speaksFor } from './verified-domains.ts';
