import type { ChallengePurpose, LoginMethod } from '@platform/contracts';
import type { FactorEvidence, LoginAnswer } from '@platform/login-flow';
import type { BrokeredAttempt, BrokeredIdentity } from '../../federation/brokered-identity.ts';

/** A message of the page catalogs with its arguments. */
export interface PageMessage {
  key: string;
  values?: Record<string, string | number>;
}

/** Why a form was rejected. Shown at `field`, or above the form. */
export interface FormFailure extends PageMessage {
  field?: string;
}

/** A challenge that has no accepted response yet. */
export interface PendingChallenge {
  id: string;
  method: LoginMethod;
  purpose: ChallengePurpose;
  /** Data for the page: WebAuthn options, a secret to scan, a masked address. */
  shown: Record<string, unknown>;
}

/** A password reset in progress: `challenge` once a code was sent, `userId` once it was entered. */
export interface PasswordReset {
  challenge?: PendingChallenge;
  userId?: string;
}

/** A sign-up in progress. */
export interface SignUp {
  values: Record<string, string>;
  challenge?: PendingChallenge;
  isVerified?: boolean;
}

/** The identity provider for the domain of an address. */
export interface HomeRealm {
  directoryId: string;
  kind: 'oidc' | 'saml';
  organizationId: string;
}

/** An identity to link to an existing account. */
export interface PendingLink {
  userId: string;
  state: string;
  identity: BrokeredIdentity;
}

/** The connection used to sign in. `isNew`: the sign-in created the account. */
export interface SignInConnection {
  kind: BrokeredIdentity['kind'];
  id: string;
  issuer: string;
  organizationId?: string;
  isNew: boolean;
}

/** The state of a login besides the evaluator's. Plain JSON, sealed when it is stored. */
export interface LoginProgress {
  /** As the person typed it. */
  identifier?: string;
  userId?: string;
  /** Set for an unknown identifier; see `decoy-passkey.ts`. */
  decoyRank?: number;
  /** The login is not about the user of the browser's session. */
  ignoresSession?: boolean;
  /** The visit of a step that the following properties belong to; see `visitOf`. */
  at?: string;
  method?: LoginMethod;
  challenge?: PendingChallenge;
  failure?: FormFailure;
  notice?: PageMessage;
  /** Typed values for a form that is shown again. */
  values?: Record<string, string>;
  /** The password was correct but has to be changed. */
  mustChange?: boolean;
  passwordChanged?: boolean;
  /** The person chose to trust this browser. */
  trustsDevice?: boolean;
  reset?: PasswordReset;
  signUp?: SignUp;
  /** The login created the account. */
  signedUp?: boolean;
  /** Verified earlier in the same sign-up. */
  verifiedEmail?: string;
  /** Evidence of the passkey that identified the person. */
  provenPasskey?: FactorEvidence;
  recoveryCodes?: string[];
  /** Passed to the evaluator once the person has saved the recovery codes. */
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
  /** A sign-in in progress at an identity provider. */
  brokered?: BrokeredAttempt;
  /** An identity that is linked once its owner has signed in to the account. */
  pendingLink?: PendingLink;
  /** The connection that the person signed in through. */
  connection?: SignInConnection;
  /** The scopes that the person granted to the application; null if they denied access. */
  granted?: string[] | null;
}
