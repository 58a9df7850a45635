import type { Client, Entry } from 'ldapts';
import {
  bindLdap,
  closeLdap,
  connectLdap,
  sourceClient,
  searchFault,
  secureLdap,
} from '../sync/sources/ldap/ldap-source.ts';
import type { LdapSocket } from '../ldap/ldap-socket.ts';
import type { LdapSource } from '../sync/sources/ldap/ldap-source.ts';
import { ldapAttributes, ldapUser } from '../sync/sources/ldap/ldap-users.ts';
import { SourceFault } from '../sync/sources/source-fault.ts';
import type { Diagnosis, DiagnosisStep, StepFinding } from './diagnosis.ts';
import { sampled } from './sampling.ts';
import type { Sampling } from './sampling.ts';

/** Faults of a connection that belong to the step of that name; all others belong to `connect`. */
const connectionSteps: Record<string, string> = {
  dns_failed: 'resolve',
  target_not_allowed: 'resolve',
  tls_failed: 'tls',
};

const valuesOf = (entry: Entry | undefined, name: string): string[] =>
  [entry?.[name] ?? []].flat().map((value) => value.toString());

const pagedResults = '1.2.840.113556.1.4.319';

interface LdapTest {
  source: LdapSource;
  sampling: Sampling;
  connected?: LdapSocket;
  client?: Client;
  /** Why it could not connect: the fault of the step that failed. */
  fault?: SourceFault;
  summary: Record<string, unknown>;
  sample: Record<string, unknown>[];
}

async function connect(test: LdapTest, signal: AbortSignal): Promise<void> {
  try {
    test.connected = await connectLdap(test.source, signal);
    test.client = sourceClient(test.connected, test.source.timeoutMs);
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    test.fault = error;
  }
}

function failIf({ fault }: LdapTest, step: string): void {
  if (fault && (connectionSteps[fault.code] ?? 'connect') === step) throw fault;
}

function clientOf({ client }: LdapTest): Client {
  if (!client) throw new SourceFault('connection_reset', 'The connection was lost.');
  return client;
}

async function search(
  test: LdapTest,
  base: string,
  options: Parameters<Client['search']>[1],
): Promise<Entry[]> {
  const { searchEntries } = await clientOf(test)
    .search(base, options)
    .catch((error: unknown) => {
      throw searchFault(error);
    });
  return searchEntries;
}

/** A search of the entry itself. */
const itself = (attributes: string[]) => ({
  scope: 'base' as const,
  filter: '(objectClass=*)',
  attributes,
});

async function rootValues(test: LdapTest, attribute: string): Promise<string[]> {
  const [root] = await search(test, '', itself([attribute]));
  return valuesOf(root, attribute);
}

async function findUsers(test: LdapTest): Promise<StepFinding> {
  const { config } = test.source;
  const entries = await search(test, config.baseDn, {
    scope: 'sub',
    filter: config.userFilter,
    sizeLimit: 10,
    attributes: ldapAttributes(config),
    ...(config.vendor === 'active_directory' ? { explicitBufferAttributes: ['objectGUID'] } : {}),
  });
  test.sample = sampled(
    entries.map((entry) => ldapUser(entry, config)),
    test.sampling,
  );
  if (entries.length === 0)
    return { warning: { code: 'no_users', detail: 'The userFilter matches no entry.' } };
  return { evidence: { seen: entries.length } };
}

async function findGroups(test: LdapTest): Promise<StepFinding> {
  const { config } = test.source;
  if (config.groupFilter === undefined) return { isSkipped: true };
  const entries = await search(test, config.groupBaseDn ?? config.baseDn, {
    scope: 'sub',
    filter: config.groupFilter,
    sizeLimit: 10,
    attributes: ['cn'],
  });
  return { evidence: { seen: entries.length } };
}

async function requirePaging(test: LdapTest): Promise<void> {
  if ((await rootValues(test, 'supportedControl')).includes(pagedResults)) return;
  throw new SourceFault(
    'paging_not_supported',
    'The server does not offer paged results (RFC 2696).',
  );
}

async function findTracking(test: LdapTest): Promise<StepFinding> {
  const isActiveDirectory = test.source.config.vendor === 'active_directory';
  test.summary['changeTracking'] = isActiveDirectory ? 'uSNChanged' : 'modifyTimestamp';
  if (!isActiveDirectory || (await rootValues(test, 'highestCommittedUSN')).length > 0) return {};
  const detail = 'Changes cannot be tracked; every sync lists all users.';
  return { warning: { code: 'change_tracking_not_supported', detail } };
}

const stepsOf = (test: LdapTest): DiagnosisStep[] => [
  {
    name: 'resolve',
    async run(signal) {
      await connect(test, signal);
      failIf(test, 'resolve');
    },
  },
  { name: 'connect', run: async () => failIf(test, 'connect') },
  {
    name: 'tls',
    async run() {
      failIf(test, 'tls');
      if (test.connected) await secureLdap(clientOf(test), test.connected, test.source);
    },
  },
  { name: 'bind', run: async () => bindLdap(clientOf(test), test.source) },
  {
    name: 'base_dn',
    async run() {
      await search(test, test.source.config.baseDn, itself(['1.1']));
    },
  },
  { name: 'users', run: () => findUsers(test) },
  { name: 'groups', run: () => findGroups(test) },
  { name: 'paged_results', run: () => requirePaging(test) },
  { name: 'change_tracking', run: () => findTracking(test) },
];

/** Tests an LDAP directory. */
export function ldapDiagnosis(source: LdapSource, sampling: Sampling): Diagnosis {
  const test: LdapTest = { source, sampling, summary: {}, sample: [] };
  return {
    kind: 'ldap',
    steps: stepsOf(test),
    summary: () => test.summary,
    sample: () => test.sample,
    async close() {
      if (test.client && test.connected) await closeLdap(test.client, test.connected.socket);
    },
  };
}
