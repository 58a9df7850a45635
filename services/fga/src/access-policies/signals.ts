import type { PolicySimulationInput } from '@platform/contracts';

type Simulated = PolicySimulationInput;

/** What is known of one sign-in or token request. What is not said is an absent signal. */
export interface Signals {
  principal?: { type: 'user' | 'client'; id: string } | undefined;
  groupIds?: readonly string[] | undefined;
  roles?: readonly string[] | undefined;
  /** Null: logged into none. */
  organizationId?: string | null | undefined;
  grantType?: Simulated['grantType'];
  scopes?: readonly string[] | undefined;
  ip?: string | undefined;
  country?: string | undefined;
  device?: Simulated['device'];
  risk?: Simulated['risk'];
  at: Date;
  acr?: string | undefined;
  /** Values that the sign-in meets besides its own. */
  acrSatisfied?: readonly string[] | undefined;
  amr?: readonly string[] | undefined;
  authTime?: Date | undefined;
  /** Types of legal documents whose active version is accepted. */
  acceptedDocTypes?: readonly string[] | undefined;
  passwordChanged?: boolean | undefined;
}
