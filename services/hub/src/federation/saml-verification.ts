import type { Profile, SAML } from '@node-saml/node-saml';
import { samlMessage } from './saml-message.ts';
import { checkAssertion, checkMessage, requireStrongHashes } from './saml-rules.ts';
import type { AcceptedAssertion, ExpectedResponse } from './saml-rules.ts';

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** The person that a response identifies, and the assertion. */
export interface VerifiedResponse {
  profile: Profile;
  assertion: AcceptedAssertion;
}

/** Verifies a base64 response. @throws with the requirement that it does not meet */
export async function verifiedResponse(
  response: string,
  {
    saml,
    expected,
    decryptionKey,
    allowSha1,
  }: { saml: SAML; expected: ExpectedResponse; decryptionKey?: string; allowSha1: boolean },
): Promise<VerifiedResponse> {
  const xml = Buffer.from(response, 'base64').toString('utf8');
  const { message, algorithms } = await samlMessage(xml, decryptionKey);
  if (!allowSha1) requireStrongHashes(algorithms);
  checkMessage(message, expected);
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
  // The library does not verify the issuer of a sign-in response.
  if (profile?.issuer !== expected.providerEntityId)
    throw new Error('the assertion has another issuer');
  if (!profile.nameID) throw new Error('the assertion has no subject');
  // A transient name id is valid for one session, so the next sign-in could not find the user.
  if (profile.nameIDFormat === transient) throw new Error('the name id is transient');
  return { profile, assertion: checkAssertion(profile.getAssertion?.(), expected, Date.now()) };
}
