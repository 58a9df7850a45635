/** A channel. */
interface Closable {
  close(): void;
}

/** A connection for one call. */
export interface Lease<C> {
  connection: C;
  /** Call when the call is over. */
  release(): void;
}

/** Options of {@link renewedConnections}. */
export interface RenewedConnectionsOptions<C> {
  open: () => C;
  /** How long new calls share a connection, in milliseconds of the monotonic clock. */
  maxAgeMs: number;
  clock?: () => number;
}

/** Connections; the latest serves new calls. */
export interface RenewedConnections<C> {
  take(): Lease<C>;
  /** Closes all; connections acquired later are closed immediately. */
  close(): void;
}

interface Renewed<C> {
  connection: C;
  calls: number;
  until: number;
}

/**
 * Opens a connection when first needed, and another for the first call after its maximum age.
 * Closes the earlier one after the last of its calls, so that no call meets a closing connection. A
 * server that ends a connection cannot guarantee that: it does not know of calls in flight.
 */
export function renewedConnections<C extends Closable>({
  open,
  maxAgeMs,
  clock = () => performance.now(),
}: RenewedConnectionsOptions<C>): RenewedConnections<C> {
  const all = new Set<Renewed<C>>();
  let latest: Renewed<C> | undefined;
  let isClosed = false;

  function closeIdle(one: Renewed<C>): void {
    if (one === latest || one.calls > 0) return;
    all.delete(one);
    one.connection.close();
  }

  function renew(): Renewed<C> {
    const earlier = latest;
    const renewed = { connection: open(), calls: 0, until: clock() + maxAgeMs };
    latest = renewed;
    all.add(renewed);
    if (earlier) closeIdle(earlier);
    return renewed;
  }

  return {
    take() {
      const one = latest && (isClosed || clock() < latest.until) ? latest : renew();
      if (isClosed) one.connection.close();
      one.calls += 1;
      let isOver = false;
      return {
        connection: one.connection,
        release() {
          if (isOver) return;
          isOver = true;
          one.calls -= 1;
          closeIdle(one);
        },
      };
    },
    close() {
      isClosed = true;
      for (const { connection } of all) connection.close();
    },
  };
}
