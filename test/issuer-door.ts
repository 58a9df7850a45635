import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local address of a tenant's issuer, for programs that cannot resolve hosts below `localhost`. */
export interface IssuerDoor {
  url: string;
  close(): void;
}

/** Opens {@link IssuerDoor}. `hub` is the address of the hub. */
export async function issuerDoor(hub: string, issuer: string): Promise<IssuerDoor> {
  const { hostname: host, port } = new URL(hub);
  const door = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const call = request(
      { host, port, method, path, headers: { ...headers, host: new URL(issuer).host } },
      (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)),
    );
    incoming.pipe(call);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    close: () => void door.close(),
  };
}
