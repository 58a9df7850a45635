import type { S3Access } from './s3-client.ts';

/** An object that fits in memory, for a bucket that a tenant owns. */
export interface S3Object {
  bucket: string;
  key: string;
  body: Uint8Array;
  contentType: string;
  contentEncoding?: string;
  /** Encrypts with this key of KMS; absent: as the bucket does by default. */
  kmsKeyId?: string | undefined;
  signal?: AbortSignal;
}

/** What S3 answered instead of storing. */
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
 * Stores one object with the credentials given, never with those of the platform.
 * @throws {@link S3Rejected} for an answer that is no success; what the egress client throws
 */
export async function putS3Object(
  access: S3Access & Required<Pick<S3Access, 'credentials' | 'tenantId'>>,
  { bucket, key, body, contentType, contentEncoding, kmsKeyId, signal }: S3Object,
): Promise<void> {
  // The SDK is loaded with the first object: most processes start without needing it.
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
