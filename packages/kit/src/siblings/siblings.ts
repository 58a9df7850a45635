/** What services ask of each other the same way, with one rule for how long answers are kept. */
export { knownClients } from './known-clients.ts';
export type { KnownClient, KnownClients } from './known-clients.ts';
