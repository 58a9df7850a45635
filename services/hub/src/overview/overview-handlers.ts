import type {
  HealthItem,
  OverviewPart,
  Principal,
  SearchHit,
  overviewOperations,
} from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { RpcPeer } from '@platform/kit/grpc';
import type { Handlers } from '@platform/kit/http';
import type { Logger } from '@platform/kit/telemetry';
import { ownHealth, ownHits, partHealth, partHits } from '@platform/siblings/overview';
import type { OverviewSource } from '@platform/siblings/overview';
import { ranked } from './search-ranking.ts';

/** The siblings, by the part that each answers for. */
export type OverviewPeers = Readonly<Record<Exclude<OverviewPart, 'applications'>, () => RpcPeer>>;

export interface OverviewOptions {
  /** What the hub itself knows. */
  sources: readonly OverviewSource[];
  peers: OverviewPeers;
  log: Logger;
}

/** The most hits of a search. */
const mostHits = 20;
const severities = ['critical', 'warning', 'info'];

/** The most severe first, then the oldest or the next to end. */
const byUrgency = (a: HealthItem, b: HealthItem): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  (a.since ?? a.dueAt ?? '').localeCompare(b.since ?? b.dueAt ?? '');

/** The answer of each part; undefined if the part is unavailable. */
interface Answers<T> {
  answers: T[];
  parts: { part: OverviewPart; available: boolean }[];
}

/** The handlers across all parts. A part that fails is missing, and the others answer. */
export function overviewHandlers({
  sources,
  peers,
  log,
}: OverviewOptions): Handlers<typeof overviewOperations> {
  async function ask<T>(
    own: () => Promise<T>,
    sibling: (peer: RpcPeer) => Promise<T>,
  ): Promise<Answers<T>> {
    const questions: [OverviewPart, () => Promise<T>][] = [
      ['applications', own],
      ...Object.entries(peers).map(([part, peer]): [OverviewPart, () => Promise<T>] => [
        part as OverviewPart,
        async () => sibling(peer()),
      ]),
    ];
    const settled = await Promise.all(
      questions.map(async ([part, question]) =>
        question().then(
          (answer) => ({ part, answer }),
          (error: unknown) => {
            log.warn({ err: error, part }, 'a part of the overview is unavailable');
            return { part, answer: undefined };
          },
        ),
      ),
    );
    return {
      answers: settled.flatMap(({ answer }) => (answer === undefined ? [] : [answer])),
      parts: settled.map(({ part, answer }) => ({ part, available: answer !== undefined })),
    };
  }

  const healthOf = (
    { tenantId, scopes }: Principal,
    read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  ) =>
    ask(
      () => read((tx) => ownHealth(tx, sources, { scopes })),
      (peer) => partHealth(peer, { tenantId, scopes }),
    );

  return {
    async tenantHealthGet({ principal, read }) {
      const { answers, parts } = await healthOf(principal, read);
      return {
        items: answers.flatMap(({ items }) => items).toSorted(byUrgency),
        firstSteps: answers.flatMap(({ firstSteps }) => firstSteps),
        parts,
      };
    },
    async searchList({ principal: { tenantId, scopes }, query: { q: text, types }, read }) {
      const asked = { scopes, text, types, limit: mostHits };
      const { answers, parts } = await ask<SearchHit[]>(
        () => read((tx) => ownHits(tx, sources, asked)),
        (peer) => partHits(peer, { tenantId, ...asked }),
      );
      return { data: ranked(answers.flat(), text).slice(0, mostHits), parts };
    },
  };
}
