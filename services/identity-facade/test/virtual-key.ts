import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');
const uint = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 2) buffer.writeUInt16BE(value);
  else buffer.writeUInt32BE(value);
  return buffer;
};
const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** The inputs of a registration or assertion. */
export interface Ceremony {
  challenge: string;
  rpId: string;
  origin: string;
}

const cborBytes = (bytes: Buffer): Buffer =>
  Buffer.concat([
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.from([0x59, ...uint(bytes.length, 2)]),
    bytes,
  ]);

/** The certificate and signer of a manufacturer's batch. */
interface AttestingBatch {
  certificate: Buffer;
  sign: (data: Buffer) => Promise<Buffer>;
}

/** A passkey as a browser presents it: ES256, without attestation. `userVerified` is the initial state. */
export function virtualKey({ userVerified = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;

  // COSE_Key (RFC 9053 §7.1.1): EC2, ES256, P-256, x, y.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const clientData = (type: string, { challenge, origin }: Ceremony): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number): Buffer =>
    Buffer.concat([
      sha256(rpId),
      Buffer.from([flags | 1 | (userVerified ? 4 : 0)]),
      uint((counter += 1), 4),
    ]);
  const answered = (response: object) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    id: base64url(id),
    /** Sets the counter back, like a copy of the key. */
    rewind: () => void (counter = 0),
    /** The response of `navigator.credentials.create()`. */
    create(ceremony: Ceremony) {
      const data = Buffer.concat([
        authenticatorData(ceremony.rpId, 0x40),
        Buffer.alloc(16),
        uint(id.length, 2),
        id,
        coseKey,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return answered({
        clientDataJSON: base64url(clientData('webauthn.create', ceremony)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      });
    },
    /** The same with a `packed` attestation by a manufacturer's certificate (WebAuthn Level 3 §8.2). */
    async createAttested(ceremony: Ceremony, { certificate, sign: attest }: AttestingBatch) {
      const data = Buffer.concat([
        authenticatorData(ceremony.rpId, 0x40),
        Buffer.alloc(16),
        uint(id.length, 2),
        id,
        coseKey,
      ]);
      const client = clientData('webauthn.create', ceremony);
      const signature = await attest(Buffer.concat([data, sha256(client)]));
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('packed'),
        cborText('attStmt'),
        // alg: ES256 (-7)
        Buffer.from([0xa3]),
        cborText('alg'),
        Buffer.from([0x26]),
        cborText('sig'),
        cborBytes(signature),
        cborText('x5c'),
        Buffer.from([0x81]),
        cborBytes(certificate),
        cborText('authData'),
        cborBytes(data),
      ]);
      return answered({
        clientDataJSON: base64url(client),
        attestationObject: base64url(attestation),
        transports: ['usb'],
      });
    },
    /** The response of `navigator.credentials.get()`. */
    get(ceremony: Ceremony) {
      const data = authenticatorData(ceremony.rpId, 0);
      const client = clientData('webauthn.get', ceremony);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answered({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      });
    },
  };
}
