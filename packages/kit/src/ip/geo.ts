import { stat } from 'node:fs/promises';
import ipaddr from 'ipaddr.js';
import { open } from 'maxmind';
import type { AsnResponse, CountryResponse, Reader, Response } from 'maxmind';

/** What a MaxMind file says of addresses. */
export interface AddressFile<T> {
  /** Undefined where the file says nothing, and for what is no address. */
  of(ip: string | undefined): T | undefined;
  /** Takes a file up that has changed. What fails leaves the present one in force. @throws where it cannot be read */
  refresh(): Promise<void>;
}

/** Countries of addresses: ISO 3166-1 alpha-2. */
export type Countries = AddressFile<string>;

/** Finds the country of an address. */
export type CountryOf = Countries['of'];

/** Numbers of the autonomous systems that addresses belong to. */
export type AutonomousSystems = AddressFile<number>;

interface Contents<R extends Response, T> {
  /** Types of databases that hold it. */
  databaseTypes: RegExp;
  /** What they hold, for messages. */
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
  // No watch and no cache of its own: the file is looked at by the minute, and a look-up takes microseconds.
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
 * Opens the file of `platform.conditional-access.geoip-database-path`, all of it in memory. Without a path no country is known.
 * @throws Error naming the property for a file that cannot be read or holds no countries
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
 * Opens the file of `platform.hub.login.asn-database-path`, all of it in memory. Without a path no number is known.
 * @throws Error naming the property for a file that cannot be read or holds no autonomous systems
 */
export const openAutonomousSystems = (path: string): Promise<AutonomousSystems> =>
  openAddressFile<AsnResponse, number>(path, 'platform.hub.login.asn-database-path', {
    databaseTypes: /ASN|ISP|Enterprise/,
    what: 'autonomous systems',
    valueOf: ({ autonomous_system_number: number }) => number,
  });
