import { buildConnector, errors } from 'undici';

/** Opens connections with a timeout precise to the millisecond: the client's own timers tick twice a second. */
export function connector(timeoutMs: number): buildConnector.connector {
  const open = buildConnector({ timeout: 0 }) as (
    ...args: Parameters<buildConnector.connector>
  ) => { destroy(error: Error): void };
  return (options, callback) => {
    const socket = open(options, ((...result: [Error, null]) => {
      clearTimeout(timer);
      callback(...result);
    }) as buildConnector.Callback);
    const timer = setTimeout(
      () => socket.destroy(new errors.ConnectTimeoutError(`no connection within ${timeoutMs} ms`)),
      timeoutMs,
    );
  };
}
