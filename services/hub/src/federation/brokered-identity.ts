import type { SignInAttempt } from '@platform/relying-party';

/** A sign-in in progress at an identity provider. Plain JSON; stored sealed with its login. */
export interface BrokeredAttempt {
  kind: 'social' | 'oidc' | 'saml';
  /** The name of a social connector, or the id of a directory. */
  connection: string;
  /** The URL that the browser is redirected to. */
  url: string;
  /** Returned with the response; starts with the id of the login. */
  state: string;
  /** OpenID Connect only. */
  attempt?: SignInAttempt;
  /** SAML only: the id of the request, which the response must name. */
  requestId?: string;
}

/** A person that an identity provider has authenticated. Plain JSON. */
export interface BrokeredIdentity {
  kind: BrokeredAttempt['kind'];
  connection: string;
  /** The provider's own identifier. */
  issuer: string;
  subject: string;
  /** Empty if the provider sent none. */
  email: string;
  emailVerified: boolean;
  /** User attributes by name, with dots for nested properties (`metadata.plan`). */
  attributes: Record<string, unknown>;
  /** All claims of the provider, for provisioning rules. */
  claims: Record<string, unknown>;
  acr: string;
  amr: string[];
  /** Social only: the user who has the identity. */
  linkedUserId?: string;
  /** Social only: the user with the same address, and whether they must sign in before the identity is linked. */
  linkCandidate?: { userId: string; needsProof: boolean };
  /** Social only: whether people without an account may sign up. */
  maySignUp?: boolean;
  syncsProfile?: boolean;
}

/** The reason that a brokered sign-in failed. */
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

/** A failed sign-in at an identity provider. */
export class BrokeredSignInFailed extends Error {
  readonly reason: BrokeredFailure;
  /** The message of the rule that denied the sign-in, which the person sees. */
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

/** The response of an identity provider: the parameters that the browser sent. */
export type ProviderResponse = Readonly<Record<string, string>>;

/** The parameters of a brokered sign-in. */
export interface BrokeredOrder {
  tenantId: string;
  /** The origin of the login page. */
  origin: string;
  /** The tenant's issuer, which identifies the platform to SAML providers. */
  issuer: string;
  loginId: string;
  connection: string;
  loginHint: string;
  uiLocales: readonly string[];
  /** The organization that tests the connection, which must be its own and may be suspended. */
  testedFor?: string;
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
