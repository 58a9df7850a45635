import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyMaker } from './attested-key.ts';
import type { Maker } from './attested-key.ts';
import { virtualKey } from './virtual-key.ts';
import { hardwareProof, readRoots } from '../src/authenticators/attestation-roots.ts';
import { verifiedRegistration } from '../src/authenticators/webauthn.ts';

const rpId = 'login.example.com';
const origin = `https://${rpId}`;
const challenge = Buffer.from('a challenge of ours').toString('base64url');
const ceremony = { challenge, rpId, origin };

let trusted: Maker;
let other: Maker;
beforeAll(async () => {
  [trusted, other] = await Promise.all([keyMaker('Trusted'), keyMaker('Other')]);
});

/** Whether a key counts as hardware; undefined if its registration is invalid. */
async function isHardware(maker: Maker | undefined, roots: readonly string[]) {
  const key = virtualKey({ userVerified: false });
  const response = maker
    ? await key.createAttested(ceremony, await maker.batch())
    : key.create(ceremony);
  return (await verifiedRegistration(response, ceremony, hardwareProof(roots)))?.isHardware;
}

describe('a security key', () => {
  test('is considered hardware-bound if its manufacturer is trusted, and is accepted otherwise', async () => {
    expect(await isHardware(trusted, [trusted.root])).toBe(true);
    expect(await isHardware(trusted, [other.root, trusted.root])).toBe(true);
    expect(await isHardware(other, [trusted.root])).toBe(false);
    expect(await isHardware(undefined, [trusted.root])).toBe(false);
    expect(await isHardware(trusted, [])).toBe(false);
  });

  test('is rejected with a forged attestation', async () => {
    const [batch, forger] = await Promise.all([trusted.batch(), other.batch()]);
    const key = virtualKey();
    const response = await key.createAttested(ceremony, { ...batch, sign: forger.sign });
    const proof = hardwareProof([trusted.root]);
    expect(await verifiedRegistration(response, ceremony, proof)).toBeUndefined();
  });
});

describe('the file of roots', () => {
  const folder = temporaryFolder('attestation-roots');
  afterAll(() => folder.remove());
  const fileOf = (text: string): string => {
    const path = join(folder.path, 'roots.pem');
    writeFileSync(path, text);
    return path;
  };

  test('can contain any number of certificates', () => {
    const roots = readRoots(fileOf(`# Makers\n${trusted.root}\n${other.root}\n`));
    expect(roots).toHaveLength(2);
  });

  test('without certificates is an error', () => {
    expect(() => readRoots(fileOf('nothing'))).toThrow('contains no certificate');
    expect(() => readRoots(join(folder.path, 'absent.pem'))).toThrow('ENOENT');
  });
});
