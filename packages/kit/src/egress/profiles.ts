/** From and to, inclusive. */
export type PortRange = readonly [from: number, to: number];

/**
 * Protocol of the connection: HTTP, or (`connect`) immediate TLS, or plain TCP for a later
 * STARTTLS.
 */
export type EgressScheme = 'https:' | 'http:' | 'tls:' | 'tcp:';

/** The rules of one kind of caller. */
export interface EgressProfile {
  ports: Partial<Record<EgressScheme, readonly PortRange[]>>;
  /**
   * When `http:` is allowed: with the operator's development switch, for hosts that the operator
   * lists, or never.
   */
  plainHttp: 'switched' | 'listed' | 'never';
  /**
   * `public`: Internet names only, none of ours; `any`: every host name. Both require IP literals
   * to be on the allow-list.
   */
  hosts: 'public' | 'any';
  /** For GET and HEAD; signed calls never follow redirects. */
  maxRedirects: number;
  /** Upper limit for callers, and the default. */
  maxResponseBytes: number;
  /** Upper limit for a streamed response; default: `maxResponseBytes`. */
  maxStreamBytes?: number;
  /** Upper limit and default for the whole call, from DNS to the end of the response. */
  maxTimeoutMs: number;
}

const port = (number: number): PortRange => [number, number];
const unprivileged: PortRange = [1024, 65_535];
const usual = [port(443), unprivileged];
const kibibyte = 1024;
const gibibyte = kibibyte ** 3;

/** Profiles by name: which part of the product calls out, and what it may reach. */
export const profiles = {
  /** Deliveries, claim sources, SIEM sinks. */
  webhooks: {
    ports: { 'https:': usual, 'http:': usual, 'tls:': usual },
    plainHttp: 'switched',
    hosts: 'public',
    maxRedirects: 0,
    maxResponseBytes: 64 * kibibyte,
    maxTimeoutMs: 30_000,
  },
  /** Inline hooks. */
  hooks: {
    ports: { 'https:': usual, 'http:': usual },
    plainHttp: 'switched',
    hosts: 'public',
    maxRedirects: 0,
    maxResponseBytes: 64 * kibibyte,
    maxTimeoutMs: 5000,
  },
  /** Claims webhooks of clients. */
  'claims-webhook': {
    ports: { 'https:': usual, 'http:': [port(80), ...usual] },
    plainHttp: 'listed',
    hosts: 'any',
    maxRedirects: 0,
    maxResponseBytes: 64 * kibibyte,
    maxTimeoutMs: 5000,
  },
  /** URLs that OAuth clients register: key sets, sector identifiers, back-channel logout. */
  clients: {
    ports: { 'https:': usual },
    plainHttp: 'never',
    hosts: 'any',
    maxRedirects: 0,
    maxResponseBytes: 256 * kibibyte,
    maxTimeoutMs: 10_000,
  },
  /** Enterprise directories: tests, probes, syncs, key sets, SAML metadata, LDAP, migration sources. */
  federation: {
    ports: {
      'https:': [port(443), port(8443)],
      'tls:': [port(389), port(636)],
      'tcp:': [port(389), port(636)],
    },
    plainHttp: 'never',
    hosts: 'any',
    maxRedirects: 2,
    maxResponseBytes: 16 * kibibyte * kibibyte,
    maxStreamBytes: 4 * gibibyte,
    maxTimeoutMs: 60_000,
  },
  /** Social providers. */
  connectors: {
    ports: { 'https:': usual },
    plainHttp: 'never',
    hosts: 'any',
    maxRedirects: 0,
    maxResponseBytes: kibibyte * kibibyte,
    maxTimeoutMs: 10_000,
  },
  /** Logos and other pictures to copy. */
  assets: {
    ports: { 'https:': usual },
    plainHttp: 'never',
    hosts: 'any',
    maxRedirects: 3,
    maxResponseBytes: 512 * kibibyte,
    maxTimeoutMs: 5000,
  },
  /** Veto callbacks, security-event receivers. */
  compliance: {
    ports: { 'https:': usual },
    plainHttp: 'never',
    hosts: 'any',
    maxRedirects: 0,
    maxResponseBytes: 64 * kibibyte,
    maxTimeoutMs: 30_000,
  },
  /** Responses of services to access requests, at base URLs of the operator. */
  'access-requests': {
    ports: { 'https:': usual },
    plainHttp: 'never',
    hosts: 'any',
    maxRedirects: 0,
    maxResponseBytes: 64 * kibibyte,
    maxStreamBytes: 4 * gibibyte,
    maxTimeoutMs: 60_000,
  },
  /** An identity service at a base URL of the operator. */
  'identity-service': {
    ports: { 'https:': usual },
    plainHttp: 'never',
    hosts: 'any',
    maxRedirects: 0,
    maxResponseBytes: 16 * kibibyte * kibibyte,
    maxTimeoutMs: 60_000,
  },
  /** A range service for breached passwords, at a base URL of the operator. */
  'breached-passwords': {
    ports: { 'https:': usual },
    plainHttp: 'never',
    hosts: 'any',
    maxRedirects: 0,
    maxResponseBytes: 256 * kibibyte,
    maxTimeoutMs: 5000,
  },
  /** The hub's account channels, at a base URL of the operator. */
  hub: {
    ports: { 'https:': usual },
    plainHttp: 'never',
    hosts: 'any',
    maxRedirects: 0,
    maxResponseBytes: 64 * kibibyte,
    maxTimeoutMs: 5000,
  },
  /** Exports and bundles in an operator's object store. */
  'object-store': {
    ports: { 'https:': usual },
    plainHttp: 'never',
    hosts: 'any',
    maxRedirects: 0,
    maxResponseBytes: kibibyte * kibibyte,
    maxStreamBytes: 5 * kibibyte * gibibyte,
    maxTimeoutMs: 60_000,
  },
} as const satisfies Record<string, EgressProfile>;

/** Name of a profile. */
export type EgressProfileName = keyof typeof profiles;
