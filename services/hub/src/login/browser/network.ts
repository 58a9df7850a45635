import type { AutonomousSystems, Countries } from '@platform/kit/ip';

/** The location of an IP address according to the operator's MaxMind files. */
export interface Network {
  /** ISO 3166-1 alpha-2. */
  country: string | undefined;
  /** Number of the autonomous system. */
  asn: number | undefined;
}

export type NetworkOf = (ip: string) => Network;

export const networks =
  (countries: Pick<Countries, 'of'>, systems: Pick<AutonomousSystems, 'of'>): NetworkOf =>
  (ip) => ({ country: countries.of(ip), asn: systems.of(ip) });
