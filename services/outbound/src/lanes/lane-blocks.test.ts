import { expect, test } from 'vitest';
import { laneBlocks } from './lane-blocks.ts';
import { freshHealth } from './lane-health.ts';
import type { LaneHealth } from './lane-health.ts';
import type { LaneRecord } from './lane-record.ts';

const now = 1_000;
const lane = (health: Partial<LaneHealth> = {}, more: Partial<LaneRecord> = {}): LaneRecord => ({
  endpointId: 'whe_1',
  enabled: true,
  tenantPauses: [],
  revision: 1,
  epoch: 0,
  openSince: null,
  checkAt: null,
  pacedUntil: null,
  health: { ...freshHealth, ...health },
  ...more,
});

test.each<[string, LaneRecord, string[]]>([
  ['well', lane(), []],
  ['disabled', lane({}, { enabled: false }), ['endpoint_disabled null']],
  [
    'suspended and not entitled',
    lane({}, { tenantPauses: ['suspended', 'unentitled'] }),
    ['tenant_suspended null', 'not_entitled null'],
  ],
  ['an open circuit', lane({ circuit: 'open', circuitUntil: 1_001 }), ['circuit_open 1001']],
  ['one whose time is over', lane({ circuit: 'open', circuitUntil: now }), []],
  ['a trial under way', lane({ circuit: 'half_open', circuitUntil: now }), ['circuit_open null']],
  [
    'a trial of a claims call',
    lane({ circuit: 'half_open', circuitUntil: 1_500 }),
    ['circuit_open 1500'],
  ],
  ['closed again', lane({ circuit: 'closed', circuitUntil: 1_500 }), []],
  ['asked to pause', lane({ pausedUntil: 1_200 }), ['retry_after 1200']],
  ['a pause that is over', lane({ pausedUntil: now }), []],
  ['paced', lane({}, { pacedUntil: 1_020 }), ['rate_limit 1020']],
  [
    'all at once',
    lane(
      { circuit: 'open', circuitUntil: 2_000, pausedUntil: 3_000 },
      { enabled: false, tenantPauses: ['suspended'], pacedUntil: 1_001 },
    ),
    [
      'endpoint_disabled null',
      'tenant_suspended null',
      'circuit_open 2000',
      'retry_after 3000',
      'rate_limit 1001',
    ],
  ],
])('%s', (_, record, expected) => {
  expect(laneBlocks(record, now).map(({ reason, until }) => `${reason} ${until}`)).toEqual(
    expected,
  );
});
