import { stat } from 'node:fs/promises';
import ipaddr from 'ipaddr.js';
import { open } from 'maxmind';
import type { CountryResponse, Reader } from 'maxmind';

/** ISO 3166-1 alpha-2 of where an address is; undefined where nobody knows. */
export type CountryOf = (ip: string | undefined) => string | undefined;

/** Countries of addresses out of a MaxMind file. */
export interface Countries {
  of: CountryOf;
  /** Takes a file up that has changed. What fails leaves the present one in force. */
  refresh(): Promise<void>;
}

interface Opened {
  reader: Reader<CountryResponse>;
  changedAt: number;
}

async function openFile(path: string): Promise<Opened> {
  const { mtimeMs } = await stat(path);
  // No watch and no cache of its own: the file is looked at by the minute, and a look-up takes microseconds.
  const reader = await open<CountryResponse>(path, { watchForUpdates: false, cache: { max: 1 } });
  if (!/Country|City|Enterprise/.test(reader.metadata.databaseType))
    throw new Error(`${path} holds ${reader.metadata.databaseType}, not countries`);
  return { reader, changedAt: mtimeMs };
}

/** Opens the file, all of it in memory. Without a path no country is known; a file that cannot be read is an error. */
export async function openCountries(path: string): Promise<Countries> {
  if (path === '') return { of: () => undefined, refresh: () => Promise.resolve() };
  let opened = await openFile(path).catch((error: unknown) => {
    throw new Error(
      `platform.conditional-access.geoip-database-path: ${(error as Error).message}`,
      { cause: error },
    );
  });
  return {
    of: (ip) =>
      ip === undefined || !ipaddr.isValid(ip)
        ? undefined
        : opened.reader.get(ipaddr.process(ip).toString())?.country?.iso_code,
    async refresh() {
      if ((await stat(path)).mtimeMs !== opened.changedAt) opened = await openFile(path);
    },
  };
}
