import type { Histogram } from '../histogram.ts';
import { table } from '../report.ts';
import type { Growth, MeasuredRow } from './measured-rows.ts';
import type { Effort } from './measure.ts';
import type { ImportRate } from './service.ts';

/** Everything measured. */
export interface FgaMeasured {
  machine: string;
  tuples: number;
  few: number;
  total: number;
  effort: Effort;
  rate: ImportRate;
  bytesPerTuple: number;
  rows: readonly MeasuredRow[];
  growth: readonly Growth[];
  hasPeer: boolean;
}

const mostGrowth = 1.3;
const mostBytes = 360;
const mostOfPeer = { p50: 1, p99: 0.5 };
/** The OpenFGA API beside the access API, which is another grammar over the same engine. */
const mostOfAccessApi = 1.1;
const millis = (kept: Histogram | undefined, percent: number): string =>
  ((kept?.at(percent) ?? 0) / 1000).toFixed(2);
const whole = (n: number): string => n.toLocaleString('en');
const ratio = (a: number, b: number): string => (b === 0 ? '–' : (a / b).toFixed(2));
const nameOf = ({ operation, choice }: MeasuredRow): string =>
  operation.choices.length > 1 ? `${operation.name}, ${choice}` : operation.name;
const verdict = (broken: readonly string[]): string =>
  broken.length === 0 ? 'Holds.' : `DOES NOT HOLD for ${broken.join('; ')}.`;
const checksIn = (name: string): number => Number(/^batch of (\d+)/.exec(name)?.[1] ?? 1);

const rateIn = ({ operation, load }: MeasuredRow, i: number): string =>
  ((load[i]?.perSecond ?? 0) * checksIn(operation.name)).toFixed(0);
const cellsOf = (row: MeasuredRow, i: number): string[] => [
  millis(row.latency[i], 50),
  millis(row.latency[i], 99),
  rateIn(row, i),
];

/** What was not answered under load, by status. */
const failuresOf = (rows: readonly MeasuredRow[], targets: readonly number[]): string[] =>
  rows.flatMap((row) =>
    targets.flatMap((i) =>
      [...(row.load[i]?.failed ?? [])].map(
        ([status, count]) => `${nameOf(row)}: ${count} with ${status || 'no answer'}`,
      ),
    ),
  );

function boundsOf(rows: readonly MeasuredRow[]): { text: string; broken: string[] } {
  const bounded = rows.filter(({ operation }) => operation.bound);
  const broken = bounded.flatMap((row) =>
    [50, 99].flatMap((percent) => {
      const most = percent === 50 ? row.operation.bound?.p50 : row.operation.bound?.p99;
      return row.engine.at(percent) / 1000 <= (most ?? 0)
        ? []
        : [`${nameOf(row)} at p${percent} (${millis(row.engine, percent)})`];
    }),
  );
  const kinds = [...new Set(bounded.map(({ operation }) => operation))];
  return {
    text: kinds
      .map(({ name, bound }) => `${name} ${bound?.p50.toFixed(2)} / ${bound?.p99.toFixed(2)}`)
      .join(', '),
    broken,
  };
}

function growthOf({ growth, few, tuples }: FgaMeasured): { text: string; broken: string[] } {
  const broken = growth
    .filter(({ small, large }) => large.at(50) / small.at(50) > mostGrowth)
    .map(({ operation }) => operation.name);
  return {
    broken,
    text: [
      `The same questions to two tenants, with caches off, one of ${whole(few)} tuples that have nothing to do with them and one of ${whole(tuples)}:`,
      '',
      table(
        [
          '',
          `p50 ms, ${whole(few)}`,
          'p99 ms',
          `p50 ms, ${whole(tuples)}`,
          'p99 ms',
          'ratio of p50',
        ],
        growth.map(({ operation, small, large }) => [
          operation.name,
          millis(small, 50),
          millis(small, 99),
          millis(large, 50),
          millis(large, 99),
          ratio(large.at(50), small.at(50)),
        ]),
      ),
      '',
      `Allowed: ${mostGrowth} times the p50. ${verdict(broken)}`,
    ].join('\n'),
  };
}

function peerOf({ machine, total, effort, rows }: FgaMeasured): { text: string; broken: string[] } {
  const of = (row: MeasuredRow, percent: number): number =>
    (row.beside[0]?.at(percent) ?? 0) / (row.beside[2]?.at(percent) ?? 1);
  const ofAccessApi = (row: MeasuredRow): number =>
    (row.beside[1]?.at(50) ?? 0) / (row.beside[0]?.at(50) ?? 1);
  const slower = rows.filter((row) => ofAccessApi(row) > mostOfAccessApi).map(nameOf);
  const broken = rows.flatMap((row) => [
    ...(of(row, 50) > mostOfPeer.p50 ? [`${nameOf(row)} at p50`] : []),
    ...(row.operation.peerHalf && of(row, 99) > mostOfPeer.p99 ? [`${nameOf(row)} at p99`] : []),
  ]);
  const failed = failuresOf(rows, [3]);
  return {
    broken: [...broken, ...slower],
    text: [
      '## fga beside OpenFGA',
      '',
      `${machine}. One tenant of the ${whole(total)} tuples of the section above, and an OpenFGA server over the same tuples in a database beside ours, caches off here and there, all else as it is by default. ` +
        `Both asked the same over HTTP, one request at a time in turn, ${whole(effort.rounds)} of each, ${effort.leastRounds} at least where that took over ${effort.patienceMillis / 1000} s, and its answers compared; checks a second with ${effort.connections} connections. Ratio: ours to its.`,
      '',
      table(
        [
          '',
          'p50 ms',
          'p99 ms',
          'checks/s',
          'OpenFGA p50 ms',
          'p99 ms',
          'checks/s',
          'ratio of p50',
          'of p99',
          'of checks/s',
        ],
        rows.map((row) => [
          nameOf(row),
          millis(row.beside[0], 50),
          millis(row.beside[0], 99),
          rateIn(row, 0),
          millis(row.beside[2], 50),
          millis(row.beside[2], 99),
          rateIn(row, 3),
          of(row, 50).toFixed(2),
          of(row, 99).toFixed(2),
          ratio(row.load[0]?.perSecond ?? 0, row.load[3]?.perSecond ?? 1),
        ]),
      ),
      '',
      ...(failed.length > 0
        ? [`Requests under load that it failed: ${failed.join('; ')}.`, '']
        : []),
      `Allowed: ${mostOfPeer.p50} times its p50, and of misses through folders, batches and documents of many groups ${mostOfPeer.p99} times its p99. ${verdict(broken)}`,
      '',
      'The same questions to the same process, through the access API and through its OpenFGA API:',
      '',
      table(
        [
          '',
          'p50 ms',
          'p99 ms',
          'checks/s',
          'OpenFGA API p50 ms',
          'p99 ms',
          'checks/s',
          'ratio of p50',
        ],
        rows.map((row) => [
          nameOf(row),
          millis(row.beside[0], 50),
          millis(row.beside[0], 99),
          rateIn(row, 0),
          millis(row.beside[1], 50),
          millis(row.beside[1], 99),
          rateIn(row, 2),
          ofAccessApi(row).toFixed(2),
        ]),
      ),
      '',
      `Allowed: ${mostOfAccessApi} times the p50. ${verdict(slower)}`,
    ].join('\n'),
  };
}

/** The sections of the results, the second only with a peer, and whether every claim holds. */
export function fgaReport(measured: FgaMeasured): {
  text: string;
  peerText: string | undefined;
  holds: boolean;
} {
  const { machine, total, effort, rate, bytesPerTuple, rows, hasPeer } = measured;
  const bounds = boundsOf(rows);
  const growth = growthOf(measured);
  const peer = hasPeer ? peerOf(measured) : undefined;
  const failed = failuresOf(rows, [0, 1, 2]);
  const large = bytesPerTuple > mostBytes ? ['storage'] : [];
  const text = [
    '## fga',
    '',
    `${machine}. One tenant of ${whole(total)} tuples: drives of teams with folders six deep, groups in groups, some of them cyclic, and documents that thousands have. ` +
      'The engine, called in a process of its own with its caches off; a process of the service with its caches off and one with them on, PostgreSQL (data synced); HTTP with a token, no gateway in front; the client on the same machine. ' +
      `Latency one request at a time, ${whole(effort.engineRounds)} of each to the engine and ${whole(effort.rounds)} to the processes, ${effort.leastRounds} at least where that took over ${effort.patienceMillis / 1000} s, in turn; checks a second with ${effort.connections} connections. Users and objects are chosen uniformly, or by Zipf's law.`,
    '',
    table(
      [
        '',
        'engine p50 ms',
        'p99 ms',
        'caches off, p50 ms',
        'p99 ms',
        'checks/s',
        'caches on, p50 ms',
        'p99 ms',
        'checks/s',
      ],
      rows.map((row) => [
        nameOf(row),
        millis(row.engine, 50),
        millis(row.engine, 99),
        ...cellsOf(row, 0),
        ...cellsOf(row, 1),
      ]),
    ),
    '',
    'Of list-objects: answers a second.',
    '',
    `Allowed for the engine, p50 / p99 in ms: ${bounds.text}. ${verdict(bounds.broken)}`,
    ...(failed.length > 0 ? ['', `REQUESTS FAILED under load: ${failed.join('; ')}.`] : []),
    '',
    growth.text,
    '',
    `Import, 5,000 tuples a request, one request after the other: ${whole(Math.round(rate.perSecond))} tuples/s; the first tenth ${whole(Math.round(rate.first))}, the last ${whole(Math.round(rate.last))}. ` +
      `On disk a tuple takes ${bytesPerTuple.toFixed(0)} bytes with its indexes (allowed: ${mostBytes}). ${large.length === 0 ? 'Holds.' : 'DOES NOT HOLD.'}`,
  ].join('\n');
  return {
    text,
    peerText: peer?.text,
    holds: [bounds.broken, growth.broken, large, peer?.broken ?? [], failed].every(
      (broken) => broken.length === 0,
    ),
  };
}
