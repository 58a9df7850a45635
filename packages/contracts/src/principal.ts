/** Who did something: in events, in audit records, in `createdBy`. */
export interface Actor {
  type: 'user' | 'client' | 'service' | 'system';
  id: string;
}

/** The caller, as its verified token says (`sub`, `client_id`, `scope`, `tnt`). */
export interface Principal {
  type: 'user' | 'client' | 'service';
  id: string;
  clientId: string;
  tenantId: string;
  scopes: ReadonlySet<string>;
  /** The organization that a user is logged into (`org_id`). */
  organizationId?: string;
  /** How a user signed in; absent for clients. */
  authentication?: Authentication;
}

/** What a token says of the sign-in behind it (OIDC Core §2), and of who acts for its subject (RFC 8693 §4.1). */
export interface Authentication {
  acr: string | null;
  amr: readonly string[];
  /** Seconds since the epoch; null where the token does not say. */
  authTime: number | null;
  /** Subjects of the chain of `act`, outermost first. */
  actors: readonly string[];
}
