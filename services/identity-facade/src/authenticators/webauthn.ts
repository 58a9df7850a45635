import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { ChallengeContent } from '../challenges/challenge-content.ts';
import type { ProvesHardware } from './attestation-roots.ts';
import type { AuthenticatorRow } from './authenticator-store.ts';

// Loaded with the first ceremony: it takes a fifth of the start of the process.
const library = () => import('@simplewebauthn/server');

/** The relying party (WebAuthn Level 3 §5.1.2) and the origin of the page. */
export interface RelyingParty {
  rpId: string;
  origin: string;
}

/** The user who enrolls a key. */
export interface KeyOwner {
  userId: string;
  name: string;
  siteName: string;
}

type KeyMethod = 'passkey' | 'security_key';
type Expected = NonNullable<ChallengeContent['webauthn']>;
const descriptors = (keys: readonly AuthenticatorRow[], rpId: string) =>
  keys
    .filter((key) => key.credentialId !== null && key.rpId === rpId)
    .map(({ credentialId, transports }) => ({
      id: credentialId ?? '',
      transports: (transports ?? []) as never[],
    }));

/** Options for `navigator.credentials.create()`. */
export const registrationOptions = async (
  method: KeyMethod,
  { rpId }: RelyingParty,
  {
    owner,
    keys,
    wantsAttestation,
  }: { owner: KeyOwner; keys: readonly AuthenticatorRow[]; wantsAttestation: boolean },
) =>
  (await library()).generateRegistrationOptions({
    rpID: rpId,
    rpName: owner.siteName,
    userName: owner.name,
    userID: new TextEncoder().encode(owner.userId) as Uint8Array<ArrayBuffer>,
    // Browsers ask the person before they pass the attestation on.
    attestationType: wantsAttestation ? 'direct' : 'none',
    excludeCredentials: descriptors(keys, rpId),
    authenticatorSelection: {
      residentKey: method === 'passkey' ? 'required' : 'discouraged',
      userVerification: method === 'passkey' ? 'required' : 'discouraged',
    },
  });

/** Options for `navigator.credentials.get()`. Without keys, the browser offers every passkey of the site. */
export const authenticationOptions = async (
  method: KeyMethod,
  { rpId }: RelyingParty,
  keys: readonly AuthenticatorRow[],
) =>
  (await library()).generateAuthenticationOptions({
    rpID: rpId,
    allowCredentials: descriptors(keys, rpId),
    userVerification: method === 'passkey' ? 'preferred' : 'discouraged',
  });

const expectation = ({ challenge, rpId, origin }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: false,
});

/** Verifies a registration and returns the key; undefined if it is invalid. */
export async function verifiedRegistration(
  response: unknown,
  expected: Expected,
  provesHardware: ProvesHardware,
) {
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...expectation(expected),
    response: response as RegistrationResponseJSON,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo) return undefined;
  const { credential, credentialDeviceType, userVerified } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: credential.transports ?? [],
    userVerified,
    // A key that can be backed up leaves the hardware.
    isHardware: credentialDeviceType === 'singleDevice' && (await provesHardware(registrationInfo)),
  };
}

/** Verifies an assertion; undefined if it is invalid, or its counter decreased. */
export async function verifiedAssertion(
  response: unknown,
  expected: Expected,
  { credentialId, publicKey, signCount }: AuthenticatorRow,
) {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expectation(expected),
    response: response as AuthenticationResponseJSON,
    credential: {
      id: credentialId ?? '',
      publicKey: new Uint8Array(publicKey ?? []),
      counter: signCount ?? 0,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return undefined;
  return {
    signCount: authenticationInfo.newCounter,
    userVerified: authenticationInfo.userVerified,
  };
}
