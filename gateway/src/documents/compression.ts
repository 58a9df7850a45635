import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const encoders = {
  br: (text: string) =>
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: string) => gzipSync(text, { level: 9 }),
} as const;
type Encoding = keyof typeof encoders;

const minBytes = 1_024;
/** Documents are few and rarely change: each is compressed once. */
const known = new LRUCache<string, Buffer>({ max: 100 });

/** The first encoding of ours that `Accept-Encoding` allows (RFC 9110 §12.5.3). */
export function encodingFor(accepted = ''): Encoding | undefined {
  const weights = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((one) => one.trim().split(/\s*;\s*q=/))
      .map(([name = '', q = '1']) => [name, Number(q)] as const),
  );
  return (['br', 'gzip'] as const).find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0);
}

/** A document's body in the encoding that the caller prefers; `encoding` is absent for plain text. */
export function compressed(
  text: string,
  accepted: string | undefined,
): { body: Buffer; encoding?: Encoding } {
  const encoding = text.length < minBytes ? undefined : encodingFor(accepted);
  if (!encoding) return { body: Buffer.from(text) };
  const key = `${encoding} ${text}`;
  const body = known.get(key) ?? encoders[encoding](text);
  known.set(key, body);
  return { body, encoding };
}
