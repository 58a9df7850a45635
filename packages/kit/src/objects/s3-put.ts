import type { S3Access } from './s3-client.ts';

/** An object that fits in memory, for a bucket that a tenant owns. */
export interface S3Object {
  bucket: string;
  key: string;
  body: Uint8Array;
  contentType: string;
  contentEncoding?: string;
  /** KMS key to encrypt with; absent: the bucket's default encryption. */
  kmsKeyId?: string | undefined;
  signal?: AbortSignal;
}

/** Thrown when S3 responds with an error. */
export class S3Rejected extends Error {
  /** HTTP status. */
  readonly status: number;

  constructor(status: number, cause: Error) {
    super(cause.message, { cause });
    this.name = 'S3Rejected';
    this.status = status;
  }
}

/**
 * Stores one object with the given credentials, never with those of the platform.
 * @throws {@link S3Rejected} for an error response; errors of the egress client
 */
export async function putS3Object(
  access: S3Access & Required<Pick<S3Access, 'credentials' | 'tenantId'>>,
  { bucket, key, body, contentType, contentEncoding, kmsKeyId, signal }: S3Object,
): Promise<void> {
  // Loads the SDK with the first object, since most processes never use it.
  const [{ PutObjectCommand }, { s3ClientOf }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('./s3-client.ts'),
  ]);
  const client = s3ClientOf({ maxAttempts: 1, ...access });
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body: body,
    ContentType: contentType,
    ContentEncoding: contentEncoding,
    ...(kmsKeyId === undefined ? {} : { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: kmsKeyId }),
  });
  try {
    await client.send(command, signal === undefined ? {} : { abortSignal: signal });
  } catch (error) {
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
    if ($metadata?.httpStatusCode === undefined) throw error;
    throw new S3Rejected($metadata.httpStatusCode, error as Error);
  } finally {
    client.destroy();
  }
}
