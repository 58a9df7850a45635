import type { ObjectStore } from './object-store.ts';
import type { S3Settings } from './s3-client.ts';

function locationOf({ bucket, prefix, region, endpoint }: S3Settings): string {
  const url = new URL(`s3://${bucket}/${prefix}`);
  if (region) url.searchParams.set('region', region);
  if (endpoint) url.searchParams.set('endpoint', endpoint);
  return url.href;
}

/**
 * Stores objects in a bucket. Loads the AWS SDK with the first object: it is a tenth of a process's
 * code, and most processes never use it.
 */
export function s3Store(settings: S3Settings): ObjectStore {
  let opened: Promise<Omit<ObjectStore, 'location'>> | undefined;
  const open = () =>
    (opened ??= import('./s3-objects.ts').then(({ s3Objects }) => s3Objects(settings)));
  return {
    location: locationOf(settings),
    put: async (...object) => (await open()).put(...object),
    get: async (...object) => (await open()).get(...object),
    head: async (...object) => (await open()).head(...object),
    delete: async (...object) => (await open()).delete(...object),
    async *list(start) {
      yield* (await open()).list(start);
    },
  };
}
