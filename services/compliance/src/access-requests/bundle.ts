import { Readable } from 'node:stream';
import type { ObjectStore, StoredObject } from '@platform/kit/objects';
import { ZipFile } from 'yazl';
import type { AccessPage } from '../access-page/access-page.ts';
import { bundleKey, partKey } from './access-objects.ts';
import type { RequestPlace } from './access-objects.ts';
import type { AccessRecord, AccessPartRecord } from './access-store.ts';

const pageName = 'index.html';

/** The data of a manifest besides the request. */
interface ManifestFacts {
  parts: readonly AccessPartRecord[];
  page: Pick<AccessPage, 'bytes' | 'sha256'>;
  generatedAt: Date;
}

/** Returns the content of `manifest.json`. */
export function manifestOf(
  issuer: string,
  request: AccessRecord,
  { parts, page, generatedAt }: ManifestFacts,
): Record<string, unknown> {
  return {
    iss: issuer,
    iat: Math.floor(generatedAt.getTime() / 1000),
    jti: request.id,
    aud: 'urn:platform:access-request',
    version: 1,
    request: {
      id: request.id,
      kind: request.kind,
      regulation: request.regulation,
      receivedAt: request.receivedAt.toISOString(),
      generatedAt: generatedAt.toISOString(),
    },
    subject: { type: request.subjectType, id: request.subjectId },
    page: { path: pageName, bytes: page.bytes, sha256: page.sha256 },
    parts: parts.map(({ peer, status, bytes, sha256, error }) => ({
      peer,
      path: status === 'ok' ? `${peer}.json` : null,
      bytes,
      sha256,
      status,
      error,
    })),
  };
}

/** Streams the stored answer of a service. */
export async function* partBody(
  store: ObjectStore,
  place: RequestPlace,
  { peer }: AccessPartRecord,
): AsyncGenerator<Uint8Array> {
  const object = await store.get(partKey(place, peer));
  if (!object) throw new Error(`the part of ${peer} is gone`);
  yield* object.body;
}

/** The content of a file. */
export interface BundleContent {
  manifest: object;
  /** The signed manifest. */
  jws: string;
  page: AccessPage;
  parts: readonly AccessPartRecord[];
}

/** Stores the file of a request: a ZIP archive, streamed part by part. */
export async function storeBundle(
  store: ObjectStore,
  place: RequestPlace,
  { manifest, jws, page, parts }: BundleContent,
): Promise<StoredObject> {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream as unknown as AsyncIterable<Uint8Array>);
  // An error in a part must fail the whole upload.
  zip.on('error', (error: Error) => output.destroy(error));
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, undefined, 2)), 'manifest.json');
  zip.addBuffer(Buffer.from(jws), 'manifest.jws');
  zip.addReadStream(Readable.from(page.chunks), pageName);
  for (const part of parts.filter(({ status }) => status === 'ok'))
    zip.addReadStreamLazy(`${part.peer}.json`, (done) =>
      done(null, Readable.from(partBody(store, place, part))),
    );
  zip.end();
  return store.put(bundleKey(place), output, { contentType: 'application/zip' });
}
