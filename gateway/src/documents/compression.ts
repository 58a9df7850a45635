import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const inThread = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const encoders = {
  br: (text: string) => inThread.br(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: string) => inThread.gzip(text, { level: 9 }),
} as const;
type Encoding = keyof typeof encoders;

const minBytes = 1_024;

/** The first supported encoding that `Accept-Encoding` allows (RFC 9110 §12.5.3). */
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

/** The bodies of a document. Each encoding is computed once, on another thread. */
export function bodies(text: string) {
  const made = new Map<Encoding, Promise<Buffer>>();

  /** Returns the body in the preferred encoding; `encoding` is absent for plain text. */
  return async (accepted: string | undefined): Promise<{ body: Buffer; encoding?: Encoding }> => {
    const encoding = text.length < minBytes ? undefined : encodingFor(accepted);
    if (!encoding) return { body: Buffer.from(text) };
    const body = made.get(encoding) ?? encoders[encoding](text);
    made.set(encoding, body);
    return { body: await body, encoding };
  };
}
