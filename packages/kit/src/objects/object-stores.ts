import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Egress } from '../egress/egress.ts';
import type { Logger } from '../telemetry/log.ts';
import { localObjects } from './local-objects.ts';
import type { ObjectStore } from './object-store.ts';
import { s3Store } from './s3-store.ts';
import type { S3Settings } from './s3-client.ts';

/** The properties of one store: `object-store.bucket`, `.region`, `.endpoint`, `.key-prefix`, and `local.base-dir`. */
export interface ObjectStoreSettings {
  /** Empty: use the local folder. */
  bucket: string;
  region: string;
  /** URL of an S3-compatible server; empty: AWS. */
  endpoint: string;
  keyPrefix: string;
  baseDir: string;
  /** Creates an egress client of profile `object-store` that trusts these origins too. */
  egress: (trustedOrigins: string[]) => Egress;
  credentials?: S3Settings['credentials'];
  log: Pick<Logger, 'warn'>;
}

/** The configured store, and earlier ones. */
export interface ObjectStores {
  /** The store for new objects. */
  readonly current: ObjectStore;
  /**
   * Returns the store of a location that a row has saved, so that objects remain reachable after a
   * change of the configuration.
   * @throws TypeError if the text is not a location
   */
  at(location: string): ObjectStore;
}

const trimmed = (prefix: string): string => prefix.replace(/^\/+|\/+$/g, '');

/**
 * Creates object stores according to the operator's configuration.
 * @throws Error if a bucket is configured without a region or an endpoint
 */
export function objectStores(settings: ObjectStoreSettings): ObjectStores {
  const { bucket, region, endpoint, baseDir, log } = settings;
  const prefix = trimmed(settings.keyPrefix);
  const opened = new Map<string, ObjectStore>();

  const inBucket = (place: Pick<S3Settings, 'bucket' | 'prefix' | 'region' | 'endpoint'>) =>
    s3Store({
      ...place,
      egress: settings.egress(place.endpoint ? [place.endpoint] : []),
      credentials: settings.credentials,
    });

  function open(location: string): ObjectStore {
    const url = new URL(location);
    if (url.protocol === 'file:') return localObjects(fileURLToPath(url));
    if (url.protocol !== 's3:') throw new TypeError('not the location of an object store');
    return inBucket({
      bucket: url.hostname,
      prefix: trimmed(url.pathname),
      region: url.searchParams.get('region') ?? undefined,
      endpoint: url.searchParams.get('endpoint') ?? undefined,
    });
  }

  function configured(): ObjectStore {
    if (bucket === '') {
      const place = join(baseDir, prefix);
      if (region !== '')
        log.warn({ region }, 'object-store.region is set without a bucket and has no effect');
      log.warn(
        { folder: place },
        'objects are stored in a local folder, which other pods may not be able to read',
      );
      return localObjects(place);
    }
    if (region === '' && endpoint === '')
      throw new Error('object-store.region is required if object-store.bucket is set');
    return inBucket({
      bucket,
      prefix,
      region: region || undefined,
      endpoint: endpoint || undefined,
    });
  }

  const current = configured();
  opened.set(current.location, current);
  return {
    current,
    at(location) {
      const store = opened.get(location) ?? open(location);
      opened.set(location, store);
      return store;
    },
  };
}
