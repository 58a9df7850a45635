/**
 * The parts of the contract of login flows that need no validator: names, facts, edges. `packages/login-flow` uses only these, so that it
 * also runs in a browser.
 */
export * from './identity-facade/login-flow-comparisons.ts';
export * from './identity-facade/login-flow-edges.ts';
export * from './identity-facade/login-flow-fact.ts';
export * from './identity-facade/login-flow-names.ts';
