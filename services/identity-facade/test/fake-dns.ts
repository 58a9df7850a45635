import type { DnsAnswer, DnsLookups } from '@platform/kit/egress';

/** DNS controlled by a test. Records that are not set do not exist. */
export function fakeDns() {
  const records = new Map<string, DnsAnswer>();
  const key = (type: string, name: string): string => `${type} ${name}`;
  const ask = (type: string) => async (name: string) =>
    records.get(key(type, name)) ?? ({ outcome: 'absent' } as const);
  const dns: DnsLookups = {
    txt: ask('TXT'),
    cname: ask('CNAME'),
    a: ask('A'),
    aaaa: ask('AAAA'),
  };
  return {
    dns,
    set: (type: 'TXT' | 'CNAME' | 'A', name: string, ...values: string[]) =>
      void records.set(key(type, name), { outcome: 'found', records: values }),
    remove: (type: 'TXT' | 'CNAME' | 'A', name: string) => void records.delete(key(type, name)),
    /** Makes the name servers of a name stop responding. */
    break: (name: string, reason: 'timeout' | 'failed') => {
      for (const type of ['TXT', 'CNAME', 'A'])
        for (const each of [name, `_platform-login-challenge.${name}`])
          records.set(key(type, each), {
            outcome: 'inconclusive',
            reason: reason === 'timeout' ? 'ETIMEOUT' : 'ESERVFAIL',
          });
    },
    mend: (name: string) => {
      for (const type of ['TXT', 'CNAME', 'A'])
        for (const each of [name, `_platform-login-challenge.${name}`])
          records.delete(key(type, each));
    },
  };
}
