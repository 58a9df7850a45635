/** The party that performed an action: in events, in audit records, in `createdBy`. */
export interface Actor {
  /** `setup`: a contact of an organization, with a setup link; the id is that of the link. */
  type: 'user' | 'client' | 'service' | 'system' | 'setup';
  id: string;
}

/** The caller, according to its verified token (`sub`, `client_id`, `scope`, `tnt`). */
export interface Principal {
  type: 'user' | 'client' | 'service' | 'setup';
  id: string;
  clientId: string;
  tenantId: string;
  scopes: ReadonlySet<string>;
  /** The organization that a user is logged into, or that a setup link is for (`org_id`). */
  organizationId?: string;
  /** The user's session, as the token names it (`sid`); absent for offline access. */
  sessionId?: string;
  /** How a user signed in; absent for clients. */
  authentication?: Authentication;
}

/**
 * The token's information on the underlying sign-in (OIDC Core §2), and on the parties that act for
 * its subject (RFC 8693 §4.1).
 */
export interface Authentication {
  acr: string | null;
  amr: readonly string[];
  /** Seconds since the epoch; null if the token has no `auth_time`. */
  authTime: number | null;
  /** Subjects of the nested `act` claims, outermost first. */
  actors: readonly string[];
}
