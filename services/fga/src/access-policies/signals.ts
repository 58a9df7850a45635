import type { PolicySimulationInput } from '@platform/contracts';

type Simulated = PolicySimulationInput;

/** The signals of one sign-in or token request. A missing member is an absent signal. */
export interface Signals {
  principal?: { type: 'user' | 'client'; id: string } | undefined;
  groupIds?: readonly string[] | undefined;
  roles?: readonly string[] | undefined;
  /** Null: logged into none. */
  organizationId?: string | null | undefined;
  grantType?: Simulated['grantType'];
  scopes?: readonly string[] | undefined;
  /** Identifiers of APIs of the tenant, or `product-api`. */
  resources?: readonly string[] | undefined;
  /** Types of the authorization details of the request (RFC 9396). */
  detailTypes?: readonly string[] | undefined;
  ip?: string | undefined;
  country?: string | undefined;
  device?: Simulated['device'];
  risk?: Simulated['risk'];
  at: Date;
  acr?: string | undefined;
  /** Other values that the sign-in satisfies besides its own. */
  acrSatisfied?: readonly string[] | undefined;
  amr?: readonly string[] | undefined;
  authTime?: Date | undefined;
  /** Types of legal documents whose active version is accepted. */
  acceptedDocTypes?: readonly string[] | undefined;
  passwordChanged?: boolean | undefined;
}
