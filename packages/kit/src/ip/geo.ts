import { stat } from 'node:fs/promises';
import ipaddr from 'ipaddr.js';
import type { AsnResponse, CountryResponse, Reader, Response } from 'maxmind';

/** Looks addresses up in a MaxMind file. */
export interface AddressFile<T> {
  /** Undefined if the file has no entry, or `ip` is not an address. */
  of(ip: string | undefined): T | undefined;
  /**
   * Reloads the file if it has changed. If that fails, the current data remains in use.
   * @throws if the file cannot be read
   */
  refresh(): Promise<void>;
}

/** Countries of addresses: ISO 3166-1 alpha-2. */
export type Countries = AddressFile<string>;

/** Finds the country of an address. */
export type CountryOf = Countries['of'];

/** Numbers of the autonomous systems of addresses. */
export type AutonomousSystems = AddressFile<number>;

interface Contents<R extends Response, T> {
  /** Accepted types of databases. */
  databaseTypes: RegExp;
  /** What they contain, for messages. */
  what: string;
  valueOf: (found: R) => T | undefined;
}

interface Opened<R extends Response> {
  reader: Reader<R>;
  changedAt: number;
}

async function openFile<R extends Response, T>(
  path: string,
  { databaseTypes, what }: Contents<R, T>,
): Promise<Opened<R>> {
  const { mtimeMs } = await stat(path);
  const { open } = await import('maxmind');
  // Without watch or cache: the file is checked every minute, and a lookup takes microseconds.
  const reader = await open<R>(path, { watchForUpdates: false, cache: { max: 1 } });
  const { databaseType } = reader.metadata;
  if (!databaseTypes.test(databaseType))
    throw new Error(`${path} holds ${databaseType}, not ${what}`);
  return { reader, changedAt: mtimeMs };
}

async function openAddressFile<R extends Response, T>(
  path: string,
  property: string,
  contents: Contents<R, T>,
): Promise<AddressFile<T>> {
  if (path === '') return { of: () => undefined, refresh: () => Promise.resolve() };
  let opened = await openFile(path, contents).catch((error: unknown) => {
    throw new Error(`${property}: ${(error as Error).message}`, { cause: error });
  });
  return {
    of(ip) {
      if (ip === undefined || !ipaddr.isValid(ip)) return undefined;
      const found = opened.reader.get(ipaddr.process(ip).toString());
      return found ? contents.valueOf(found) : undefined;
    },
    async refresh() {
      if ((await stat(path)).mtimeMs !== opened.changedAt) opened = await openFile(path, contents);
    },
  };
}

/**
 * Opens the file of `platform.conditional-access.geoip-database-path`, all of it in memory. Without
 * a path, every country is unknown.
 * @throws Error naming the property if the file cannot be read or contains no countries
 */
export const openCountries = (path: string): Promise<Countries> =>
  openAddressFile<CountryResponse, string>(
    path,
    'platform.conditional-access.geoip-database-path',
    {
      databaseTypes: /Country|City|Enterprise/,
      what: 'countries',
      valueOf: ({ country }) => country?.iso_code,
    },
  );

/**
 * Opens the file of `platform.hub.login.asn-database-path`, all of it in memory. Without a path,
 * every number is unknown.
 * @throws Error naming the property if the file cannot be read or contains no autonomous systems
 */
export const openAutonomousSystems = (path: string): Promise<AutonomousSystems> =>
  openAddressFile<AsnResponse, number>(path, 'platform.hub.login.asn-database-path', {
    databaseTypes: /ASN|ISP|Enterprise/,
    what: 'autonomous systems',
    valueOf: ({ autonomous_system_number: number }) => number,
  });
