import { S3Client } from '@aws-sdk/client-s3';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { Egress, EgressTls } from '../egress/egress.ts';
import { s3RequestHandler } from './s3-request-handler.ts';

/** How to reach an S3-compatible store. */
export interface S3Access {
  region?: string | undefined;
  /** Base URL of an S3-compatible server; absent: AWS. */
  endpoint?: string | undefined;
  /** Sends every request. */
  egress: Egress;
  /** Default: the SDK's provider chain. */
  credentials?: S3ClientConfig['credentials'];
  /** Tenant whose connections are used; absent: the platform's. */
  tenantId?: string;
  tls?: EgressTls | undefined;
  /** Maximum attempts of the SDK itself; absent: its default. */
  maxAttempts?: number;
}

/** A bucket, or the part of it below a prefix. */
export interface S3Settings extends Pick<
  S3Access,
  'region' | 'endpoint' | 'egress' | 'credentials'
> {
  bucket: string;
  /** Without leading or trailing slashes; empty for the whole bucket. */
  prefix: string;
}

/** Creates an S3 client that sends its requests through the egress client. */
export function s3ClientOf({
  region,
  endpoint,
  egress,
  credentials,
  maxAttempts,
  ...connection
}: S3Access): S3Client {
  const isOther = endpoint !== undefined;
  return new S3Client({
    region: region ?? 'us-east-1',
    endpoint,
    forcePathStyle: isOther,
    // Not all S3-compatible servers know the checksums of AWS.
    requestChecksumCalculation: isOther ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: s3RequestHandler(egress, connection),
    credentials,
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
  });
}
