import { z } from 'zod';
import type { SamlMessage } from './saml-message.ts';

/** The maximum accepted clock difference to an identity provider. */
export const clockSkewMs = 60_000;

/** The values that a response and its assertion must name. */
export interface ExpectedResponse {
  /** URL of the assertion consumer service that received the response. */
  acsUrl: string;
  providerEntityId: string;
  requestId: string | undefined;
}

/** A valid assertion, which can be used once. */
export interface AcceptedAssertion {
  id: string;
  /** The time from which its own validity period prevents another use. */
  expiresAt: Date;
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const weakHash = /\bsha1\b|\bmd5\b/i;

/** An element as parsed by `xml2js`: attributes under `$`, children in arrays. */
const attributes = <T extends z.ZodRawShape>(shape: T) => z.object({ $: z.object(shape) });
const Confirmation = attributes({ Method: z.string() }).extend({
  SubjectConfirmationData: z
    .tuple([
      attributes({
        Recipient: z.string().optional(),
        InResponseTo: z.string().optional(),
        NotBefore: z.string().optional(),
        NotOnOrAfter: z.string().optional(),
      }),
    ])
    .optional()
    .catch(undefined),
});
const Assertion = z.object({
  Assertion: attributes({ ID: z.string().min(1), Version: z.literal('2.0') }).extend({
    Subject: z.tuple([z.object({ SubjectConfirmation: z.array(Confirmation).default([]) })]),
    AuthnStatement: z
      .array(attributes({ SessionNotOnOrAfter: z.string().optional() }))
      .min(1, 'the assertion has no authentication statement'),
  }),
});
type Confirmation = z.output<typeof Confirmation>;

/** @throws if a signature or digest uses SHA-1 or MD5, for which collisions can be found */
export function requireStrongHashes(algorithms: readonly string[]): void {
  const weak = algorithms.find((algorithm) => weakHash.test(algorithm));
  if (weak !== undefined) throw new Error(`the signature uses ${weak}`);
}

/** Checks the parts outside the assertion. @throws if the response is not a success of this provider for this URL */
export function checkMessage(
  { version, destination, issuer, statuses, isSigned }: SamlMessage,
  { acsUrl, providerEntityId }: ExpectedResponse,
): void {
  if (version !== '2.0') throw new Error('the response is not of SAML 2.0');
  if (statuses.length !== 1 || statuses[0] !== success)
    throw new Error(`the status of the response is ${statuses.join(', ') || 'missing'}`);
  if (issuer !== undefined && issuer.trim() !== providerEntityId)
    throw new Error('the response has another issuer');
  // SAML Bindings §3.5.5.2: required in a signed response; SAML Core §3.2.2: checked whenever it is present.
  if (destination === undefined && isSigned)
    throw new Error('the signed response has no destination');
  if (destination !== undefined && destination !== acsUrl)
    throw new Error('the response has another destination');
}

/** Returns why a subject confirmation is not valid (SAML Profiles §4.1.4.3); undefined if it is. */
function confirmationFault(
  { $: { Method }, SubjectConfirmationData: data }: Confirmation,
  { acsUrl, requestId }: ExpectedResponse,
  now: number,
): string | undefined {
  if (Method !== bearer) return 'is not of a bearer';
  const { Recipient, InResponseTo, NotBefore, NotOnOrAfter } = data?.[0].$ ?? {};
  if (Recipient !== acsUrl) return 'has another recipient';
  if (requestId === undefined || InResponseTo !== requestId) return 'is for another request';
  if (!(Date.parse(NotOnOrAfter ?? '') > now - clockSkewMs)) return 'has expired or never expires';
  if (NotBefore !== undefined && !(Date.parse(NotBefore) <= now + clockSkewMs))
    return 'is not valid yet';
  return undefined;
}

/**
 * Checks the content of an assertion, whose signature, conditions and audience the library has verified (SAML Profiles §4.1.4.3).
 * @throws if it does not sign in the browser that began this login
 */
export function checkAssertion(
  parsed: unknown,
  expected: ExpectedResponse,
  now: number,
): AcceptedAssertion {
  const { $, Subject, AuthnStatement } = Assertion.parse(parsed).Assertion;
  const confirmations = Subject[0].SubjectConfirmation;
  const faults = confirmations.map((one) => confirmationFault(one, expected, now));
  const usable = confirmations.filter((_, index) => faults[index] === undefined);
  if (usable.length === 0)
    throw new Error(
      `the subject is not confirmed: ${faults.map((fault) => `a confirmation ${fault}`).join(', ') || 'there is no confirmation'}`,
    );
  const sessionEnds = AuthnStatement.flatMap((one) => one.$.SessionNotOnOrAfter ?? []);
  if (sessionEnds.some((end) => !(Date.parse(end) > now - clockSkewMs)))
    throw new Error('the session at the identity provider has ended');
  const ends = usable.map((one) =>
    Date.parse(one.SubjectConfirmationData?.[0].$.NotOnOrAfter ?? ''),
  );
  return { id: $.ID, expiresAt: new Date(Math.max(...ends) + clockSkewMs) };
}
