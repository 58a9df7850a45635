import { createHash } from 'node:crypto';
import { documentVerifier } from '@platform/audit/verification';
import { z } from 'zod';
import { openArchive } from './archive.ts';
import type { Archive } from './archive.ts';

const Manifest = z.object({
  aud: z.literal('urn:platform:access-request'),
  version: z.literal(1),
  subject: z.object({ id: z.string() }),
  page: z.object({ path: z.string(), bytes: z.int(), sha256: z.string() }).optional(),
  parts: z.array(
    z.object({
      peer: z.string(),
      path: z.string().nullable(),
      bytes: z.int().nullable(),
      sha256: z.string().nullable(),
      status: z.string(),
    }),
  ),
});
interface ListedFile {
  path: string | null;
  bytes: number | null;
  sha256: string | null;
}

/** The result of verifying the file of an access request. */
export interface BundleVerdict {
  /** Descriptions of the defects; empty if the file is authentic. */
  findings: string[];
  /** The subject of the data. */
  subjectId: string;
  /** Services, each with the status of its contribution. */
  parts: { peer: string; status: string }[];
}

const manifestNames = ['manifest.json', 'manifest.jws'];

async function digestOf(
  content: AsyncIterable<Uint8Array>,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    hash.update(chunk);
  }
  return { size, sha256: hash.digest('hex') };
}

async function fileFindings(
  archive: Archive,
  { path, bytes, sha256 }: ListedFile,
  source: string,
): Promise<string[]> {
  if (path === null) return [];
  if (!archive.names.includes(path)) return [`${path} is missing`];
  const found = await digestOf(await archive.read(path));
  return found.size === bytes && found.sha256 === sha256
    ? []
    : [`${path} does not match ${source}`];
}

async function textOf(archive: Archive, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await archive.read(name)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Verifies the file of an access request offline: the signature of its manifest, and the digest of each part. @param keys the key
 * set of the tenant's issuer (`/oauth2/document-keys`) @throws Error if the file has another format, or its manifest is not signed
 * by the issuer
 */
export async function verifyAccessBundle(
  path: string,
  keys: Parameters<typeof documentVerifier>[0],
): Promise<BundleVerdict> {
  const archive = await openArchive(path);
  try {
    const jws = await textOf(archive, 'manifest.jws');
    const signed = await documentVerifier(keys).verify(jws, 'export-manifest+jwt');
    const { parts, page, subject } = Manifest.parse(signed);
    const shown = JSON.parse(await textOf(archive, 'manifest.json')) as unknown;
    const listed = [
      ...manifestNames,
      ...(page ? [page.path] : []),
      ...parts.flatMap((part) => part.path ?? []),
    ];
    const findings = [
      ...(JSON.stringify(shown) === JSON.stringify(signed)
        ? []
        : ['manifest.json does not match the signed manifest']),
      ...archive.names
        .filter((name) => !listed.includes(name))
        .map((name) => `${name} is not listed in the manifest`),
    ];
    for (const part of parts)
      findings.push(...(await fileFindings(archive, part, `what ${part.peer} sent`)));
    if (page) findings.push(...(await fileFindings(archive, page, 'the page of the manifest')));
    return {
      findings,
      subjectId: subject.id,
      parts: parts.map(({ peer, status }) => ({ peer, status })),
    };
  } finally {
    archive.close();
  }
}
