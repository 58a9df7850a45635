import { eventually } from '@platform/testkit/eventually';
import { connectNats, jetstreamManager } from '@platform/testkit/stores';

type Manager = Awaited<ReturnType<typeof jetstreamManager>>;

/** Reads the state of a cluster of NATS from those of its servers that answer. */
export function natsClusterState<Name extends string>(
  names: readonly Name[],
  urlOf: (name: Name) => string,
) {
  /** Asks one server after the other until one answers. */
  async function ask<T>(
    work: (manager: Manager) => Promise<T>,
    asked: readonly Name[] = names,
  ): Promise<T | undefined> {
    for (const name of asked) {
      const nc = await connectNats(urlOf(name)).catch(() => undefined);
      if (!nc) continue;
      try {
        return await work(await jetstreamManager(nc, { timeout: 500, checkAPI: false }));
      } catch {
        continue;
      } finally {
        await nc.close();
      }
    }
    return undefined;
  }

  const streamInfo = (stream: string, asked?: readonly Name[]) =>
    ask((manager) => manager.streams.info(stream), asked);

  const leaderOf = async (stream: string, asked?: readonly Name[]) =>
    (await streamInfo(stream, asked))?.cluster?.leader as Name | undefined;

  return {
    streamInfo,
    leaderOf,
    /** Waits until the servers without the lost one have a leader of JetStream and of these streams. */
    elected(lost: Name, streams: readonly string[]): Promise<unknown> {
      const others = names.filter((one) => one !== lost);
      return eventually(
        async () => {
          if (!(await ask((manager) => manager.getAccountInfo(), others))) return false;
          const leaders = await Promise.all(streams.map((stream) => leaderOf(stream, others)));
          return leaders.every((leader) => leader !== undefined && leader !== lost);
        },
        { what: 'the election of new leaders' },
      );
    },
    /** Waits until every server has everything of the stream again. */
    inSync: (stream: string): Promise<unknown> =>
      eventually(
        async () => {
          const cluster = (await streamInfo(stream))?.cluster;
          return (
            cluster?.leader !== undefined &&
            cluster.replicas?.length === names.length - 1 &&
            cluster.replicas.every(({ current, offline }) => current && !offline)
          );
        },
        { what: `three replicas of ${stream}` },
      ),
  };
}
