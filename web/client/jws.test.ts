import { beforeAll, describe, expect, it } from 'vitest';
import { verifyJws } from './jws.ts';
import type { PublishedKey } from './jws.ts';

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const encoder = new TextEncoder();
const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const encoded = (value: object) => base64url(encoder.encode(JSON.stringify(value)));

describe('the signature of a receipt', () => {
  let keys: PublishedKey[];
  let sign: (header: object, payload: object) => Promise<string>;

  beforeAll(async () => {
    const pair = await crypto.subtle.generateKey(
      { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
      true,
      ['sign', 'verify'],
    );
    const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey);
    keys = [{ ...jwk, kid: 'one', use: 'sig' }];
    sign = async (header, payload) => {
      const input = `${encoded(header)}.${encoded(payload)}`;
      const bytes = await crypto.subtle.sign(algorithm, pair.privateKey, encoder.encode(input));
      return `${input}.${base64url(new Uint8Array(bytes))}`;
    };
  });

  it('is valid if the published key has made it', async () => {
    const jws = await sign({ alg: 'RS256', kid: 'one' }, { name: 'Zoë' });
    expect(await verifyJws(jws, keys)).toBe('valid');
  });

  it('is invalid for another payload', async () => {
    const jws = await sign({ alg: 'RS256', kid: 'one' }, { state: 'given' });
    const [header, , signature] = jws.split('.');
    const changed = [header, encoded({ state: 'refused' }), signature].join('.');
    expect(await verifyJws(changed, keys)).toBe('invalid');
  });

  it('is invalid with another algorithm', async () => {
    expect(await verifyJws(await sign({ alg: 'none', kid: 'one' }, {}), keys)).toBe('invalid');
  });

  it('cannot be verified if the key is not published', async () => {
    expect(await verifyJws(await sign({ alg: 'RS256', kid: 'two' }, {}), keys)).toBe('unknown_key');
  });

  it('is invalid for text that is no JWS', async () => {
    expect(await verifyJws('a.b', keys)).toBe('invalid');
    expect(await verifyJws('%.%.%', keys)).toBe('invalid');
  });
});
