// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.

/** The types of commands that count at each stage. */
export interface CommandsOfStage {
  pre_registration: 'deny' | 'set_attribute';
  login_flow: 'deny' | 'require_acr';
  post_login: 'deny' | 'require_acr';
  token_issue: 'deny' | 'set_claim' | 'remove_scope';
  client_credentials: 'deny' | 'set_claim' | 'remove_scope';
}
