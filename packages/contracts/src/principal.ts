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
}
