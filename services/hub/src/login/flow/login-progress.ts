import type { ChallengePurpose, LoginMethod } from '@platform/contracts';
import type { BrokeredAttempt, BrokeredIdentity } from '../../federation/brokered-identity.ts';
import type { FactorEvidence, LoginAnswer } from '@platform/login-flow';

/** A text of the pages' catalogues with its arguments. */
export interface PageMessage {
  key: string;
  values?: Record<string, string | number>;
}

/** Why a form was not accepted: beside a field, or above the form. */
export interface FormFailure extends PageMessage {
  field?: string;
}

/** A challenge that waits for its answer. */
export interface PendingChallenge {
  id: string;
  method: LoginMethod;
  purpose: ChallengePurpose;
  /** What the page needs of it: WebAuthn options, a secret to scan, a masked address. */
  shown: Record<string, unknown>;
}

/** A password reset on the way: the code was sent, then entered. */
export interface PasswordReset {
  challenge?: PendingChallenge;
  userId?: string;
}

/** Someone who signs up. */
export interface SignUp {
  values: Record<string, string>;
  challenge?: PendingChallenge;
  isVerified?: boolean;
}

/** Where people of an address's domain sign in. */
export interface HomeRealm {
  directoryId: string;
  kind: 'oidc' | 'saml';
  organizationId: string;
}

/** An identity of someone who has an account already. */
export interface PendingLink {
  userId: string;
  state: string;
  identity: BrokeredIdentity;
}

/** Through which connection someone signed in; `isNew`: they had no account before. */
export interface SignInConnection {
  kind: BrokeredIdentity['kind'];
  id: string;
  issuer: string;
  organizationId?: string;
  isNew: boolean;
}

/** What a login remembers beside the evaluator's state. Plain JSON; it is sealed when it is stored. */
export interface LoginProgress {
  /** As the person typed it. */
  identifier?: string;
  userId?: string;
  /** Of an identifier that no one has: see `decoy-passkey.ts`. */
  decoyRank?: number;
  /** The person wants to sign in as someone else than the browser's session. */
  ignoresSession?: boolean;
  /** The step and the visit that the following properties belong to. */
  at?: string;
  method?: LoginMethod;
  challenge?: PendingChallenge;
  failure?: FormFailure;
  notice?: PageMessage;
  /** What was typed, for a form that is shown again. */
  values?: Record<string, string>;
  /** The password was right and has to be replaced. */
  mustChange?: boolean;
  passwordChanged?: boolean;
  /** The person wants to be asked for less on this browser. */
  trustsDevice?: boolean;
  reset?: PasswordReset;
  signUp?: SignUp;
  /** The login made the account. */
  signedUp?: boolean;
  /** Proven already by the person who signs up. */
  verifiedEmail?: string;
  /** Proven already, by a passkey that said who signs in. */
  provenPasskey?: FactorEvidence;
  recoveryCodes?: string[];
  /** Given once the person has seen the recovery codes. */
  heldAnswer?: LoginAnswer;
  documents?: {
    type: string;
    title: string;
    url: string;
    version: string;
    purposeKey: string;
    id: string;
  }[];
  acceptedDocTypes?: string[];
  /** The identity provider of the person's organization, by the domain of their address. */
  homeRealm?: HomeRealm;
  /** A sign-in under way at an identity provider. */
  brokered?: BrokeredAttempt;
  /** An identity that is linked once its owner has signed in to the account. */
  pendingLink?: PendingLink;
  /** The connection that the person signed in through. */
  connection?: SignInConnection;
  /** What the person decided about an application's access; null: to allow none of it. */
  granted?: string[] | null;
}
