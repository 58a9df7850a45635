import type { AutonomousSystems, Countries } from '@platform/kit/ip';

/** Where the address of a browser is, as far as the operator's files know. */
export interface Network {
  /** ISO 3166-1 alpha-2. */
  country: string | undefined;
  /** Number of the autonomous system. */
  asn: number | undefined;
}

/** Finds the network of an address. */
export type NetworkOf = (ip: string) => Network;

/** Looks addresses up in both files. */
export const networks =
  (countries: Pick<Countries, 'of'>, systems: Pick<AutonomousSystems, 'of'>): NetworkOf =>
  (ip) => ({ country: countries.of(ip), asn: systems.of(ip) });
