import type { SignInAttempt } from '@platform/relying-party';

/** A sign-in that is under way at an identity provider. Plain JSON; it is kept sealed with its login. */
export interface BrokeredAttempt {
  kind: 'social' | 'oidc' | 'saml';
  /** The name of a social connector, or the id of a directory. */
  connection: string;
  /** Where the browser is sent to. */
  url: string;
  /** Comes back with the response; begins with the id of the login. */
  state: string;
  /** Of OpenID Connect. */
  attempt?: SignInAttempt;
  /** Of SAML: the id that the response must answer. */
  requestId?: string;
}

/** Someone whom an identity provider vouches for. Plain JSON. */
export interface BrokeredIdentity {
  kind: BrokeredAttempt['kind'];
  connection: string;
  /** As the provider names itself. */
  issuer: string;
  subject: string;
  /** Empty: the provider told none. */
  email: string;
  emailVerified: boolean;
  /** Attributes of a user by name, with dots for members (`metadata.plan`). */
  attributes: Record<string, unknown>;
  /** Everything that the provider told, for provisioning rules. */
  claims: Record<string, unknown>;
  acr: string;
  amr: string[];
  /** Social: the user who has the identity. */
  linkedUserId?: string;
  /** Social: the user with the same address, and whether they must sign in before the identity is linked. */
  linkCandidate?: { userId: string; needsProof: boolean };
  /** Social: whether strangers may sign up. */
  maySignUp?: boolean;
  syncsProfile?: boolean;
}

/** Why a brokered sign-in did not succeed. */
export type BrokeredFailure =
  | 'access_denied'
  | 'response_invalid'
  | 'connection_unavailable'
  | 'email_domain_not_allowed'
  | 'account_not_provisioned'
  | 'account_exists'
  | 'denied_by_rule'
  | 'registration_denied'
  | 'registration_unavailable';

/** A sign-in at an identity provider that leads nowhere. */
export class BrokeredSignInFailed extends Error {
  readonly reason: BrokeredFailure;
  /** What the operator tells those whom a rule denies. */
  readonly told: string | undefined;

  constructor(
    reason: BrokeredFailure,
    { told, ...options }: ErrorOptions & { told?: string } = {},
  ) {
    super(`A brokered sign-in failed: ${reason}`, options);
    this.name = 'BrokeredSignInFailed';
    this.reason = reason;
    this.told = told;
  }
}

/** What came back from an identity provider, as the browser brought it. */
export type ProviderResponse = Readonly<Record<string, string>>;

/** Which sign-in begins, and from where. */
export interface BrokeredOrder {
  tenantId: string;
  /** Scheme, host and port of the login's page. */
  origin: string;
  /** Issuer of the tenant, which names the platform to SAML providers. */
  issuer: string;
  loginId: string;
  connection: string;
  loginHint: string;
  uiLocales: readonly string[];
}

/** Signs people in at one kind of identity provider. */
export interface Broker {
  /** @throws BrokeredSignInFailed */
  begin(order: BrokeredOrder): Promise<BrokeredAttempt>;
  /** @throws BrokeredSignInFailed */
  complete(
    order: BrokeredOrder,
    attempt: BrokeredAttempt,
    response: ProviderResponse,
  ): Promise<BrokeredIdentity>;
}
