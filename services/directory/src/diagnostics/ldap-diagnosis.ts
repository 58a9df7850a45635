import type { Client, Entry } from 'ldapts';
import {
  bindLdap,
  closeLdap,
  connectLdap,
  sourceClient,
  searchFault,
  secureLdap,
} from '../sources/ldap-source.ts';
import type { LdapSocket } from '../ldap/ldap-socket.ts';
import type { LdapSource } from '../sources/ldap-source.ts';
import { ldapAttributes, ldapUser } from '../sources/ldap-users.ts';
import { SourceFault } from '../sources/source-fault.ts';
import type { Diagnosis, DiagnosisStep } from './diagnosis.ts';

/** Faults of a connection that belong to the step of that name; all others are of `connect`. */
const connectionSteps: Record<string, string> = {
  dns_failed: 'resolve',
  target_not_allowed: 'resolve',
  tls_failed: 'tls',
};

const valuesOf = (entry: Entry | undefined, name: string): string[] =>
  [entry?.[name] ?? []].flat().map((value) => value.toString());

const pagedResults = '1.2.840.113556.1.4.319';

/** The test of an LDAP directory. */
export function ldapDiagnosis(source: LdapSource, sampleSize: number): Diagnosis {
  const { config } = source;
  const summary: Record<string, unknown> = {};
  let sample: Record<string, unknown>[] = [];
  let connected: LdapSocket | undefined;
  let client: Client | undefined;
  let fault: SourceFault | undefined;

  async function connect(signal: AbortSignal): Promise<void> {
    try {
      connected = await connectLdap(source, signal);
      client = sourceClient(connected, source.timeoutMs);
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      fault = error;
    }
  }
  const failIf = (step: string): void => {
    if (fault && (connectionSteps[fault.code] ?? 'connect') === step) throw fault;
  };
  const bound = (): Client => {
    if (!client) throw new SourceFault('connection_reset', 'The connection was lost.');
    return client;
  };
  async function search(base: string, options: Parameters<Client['search']>[1]) {
    const { searchEntries } = await bound()
      .search(base, options)
      .catch((error: unknown) => {
        throw searchFault(error);
      });
    return searchEntries;
  }
  const rootDse = async (attributes: string[]): Promise<Entry | undefined> =>
    (await search('', { scope: 'base', filter: '(objectClass=*)', attributes }))[0];

  const steps: DiagnosisStep[] = [
    {
      name: 'resolve',
      run: async (signal) => {
        await connect(signal);
        failIf('resolve');
      },
    },
    { name: 'connect', run: async () => failIf('connect') },
    {
      name: 'tls',
      run: async () => {
        failIf('tls');
        if (connected) await secureLdap(bound(), connected, source);
      },
    },
    { name: 'bind', run: async () => bindLdap(bound(), source) },
    {
      name: 'base_dn',
      run: async () => {
        await search(config.baseDn, {
          scope: 'base',
          filter: '(objectClass=*)',
          attributes: ['1.1'],
        });
      },
    },
    {
      name: 'users',
      run: async () => {
        const entries = await search(config.baseDn, {
          scope: 'sub',
          filter: config.userFilter,
          sizeLimit: 10,
          attributes: ldapAttributes(config),
          ...(config.vendor === 'active_directory'
            ? { explicitBufferAttributes: ['objectGUID'] }
            : {}),
        });
        sample = entries.slice(0, sampleSize).map((e) => ({ ...ldapUser(e, config).resource }));
        if (entries.length === 0)
          return { warning: { code: 'no_users', detail: 'The userFilter matches no entry.' } };
        return { evidence: { seen: entries.length } };
      },
    },
    {
      name: 'groups',
      run: async () => {
        if (config.groupFilter === undefined) return { isSkipped: true };
        const entries = await search(config.groupBaseDn ?? config.baseDn, {
          scope: 'sub',
          filter: config.groupFilter,
          sizeLimit: 10,
          attributes: ['cn'],
        });
        return { evidence: { seen: entries.length } };
      },
    },
    {
      name: 'paged_results',
      run: async () => {
        const controls = valuesOf(await rootDse(['supportedControl']), 'supportedControl');
        if (controls.includes(pagedResults)) return {};
        throw new SourceFault(
          'paging_not_supported',
          'The server does not offer paged results (RFC 2696).',
        );
      },
    },
    {
      name: 'change_tracking',
      run: async () => {
        const isActiveDirectory = config.vendor === 'active_directory';
        summary['changeTracking'] = isActiveDirectory ? 'uSNChanged' : 'modifyTimestamp';
        if (!isActiveDirectory) return {};
        const root = await rootDse(['highestCommittedUSN']);
        if (valuesOf(root, 'highestCommittedUSN').length > 0) return {};
        const detail = 'Changes cannot be tracked; every sync lists all users.';
        return { warning: { code: 'change_tracking_not_supported', detail } };
      },
    },
  ];
  return {
    kind: 'ldap',
    steps,
    summary: () => summary,
    sample: () => sample,
    async close() {
      if (client && connected) await closeLdap(client, connected.socket);
    },
  };
}
