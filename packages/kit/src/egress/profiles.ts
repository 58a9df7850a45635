/** From and to, inclusive. */
export type PortRange = readonly [from: number, to: number];

/** What goes over the connection: HTTP, or (`connect`) TLS at once, or plain TCP for a later STARTTLS. */
export type EgressScheme = 'https:' | 'http:' | 'tls:' | 'tcp:';

/** The rules of one kind of caller. */
export interface EgressProfile {
  ports: Partial<Record<EgressScheme, readonly PortRange[]>>;
  /** When `http:` passes at all: by the operator's development switch, for hosts the operator lists, or never. */
  plainHttp: 'switched' | 'listed' | 'never';
  /** `public`: names of the Internet only, none of our own; `any`: every host name. IP literals need the allow-list in both. */
  hosts: 'public' | 'any';
  /** Of GET and HEAD; signed calls are never redirected. */
  maxRedirects: number;
  /** The most that a caller may ask for, and what it gets without asking. */
  maxResponseBytes: number;
  /** The most that a caller may ask for of a streamed answer; absent: as `maxResponseBytes`. */
  maxStreamBytes?: number;
  /** The same for the whole call, from DNS to the end of the answer. */
  maxTimeoutMs: number;
}

const port = (number: number): PortRange => [number, number];
const unprivileged: PortRange = [1024, 65_535];
const usual = [port(443), unprivileged];
const kibibyte = 1024;
const gibibyte = kibibyte ** 3;

/** Profiles by name: who calls out, and what that may reach. */
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
  /** What OAuth clients register: key sets, sector identifiers, back-channel logout. */
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
  /** Logos and other pictures that are copied. */
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
  /** Answers of services to access requests, at base URLs of the operator's. */
  'access-requests': {
    ports: { 'https:': usual },
    plainHttp: 'never',
    hosts: 'any',
    maxRedirects: 0,
    maxResponseBytes: 64 * kibibyte,
    maxStreamBytes: 4 * gibibyte,
    maxTimeoutMs: 60_000,
  },
  /** An identity service at a base URL of the operator's. */
  'identity-service': {
    ports: { 'https:': usual },
    plainHttp: 'never',
    hosts: 'any',
    maxRedirects: 0,
    maxResponseBytes: 16 * kibibyte * kibibyte,
    maxTimeoutMs: 60_000,
  },
  /** A range service for breached passwords, at a base URL of the operator's. */
  'breached-passwords': {
    ports: { 'https:': usual },
    plainHttp: 'never',
    hosts: 'any',
    maxRedirects: 0,
    maxResponseBytes: 256 * kibibyte,
    maxTimeoutMs: 5000,
  },
  /** The hub's account channels, at a base URL of the operator's. */
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
