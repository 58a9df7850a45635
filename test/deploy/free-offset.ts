import { portsAt } from '@platform/dev/platform-ports';
import { accepts } from '@platform/dev/ports';

/** Finds an offset at which all ports of a platform are free: tools derive the addresses of services from it. */
export async function freeOffset(): Promise<number> {
  for (;;) {
    const offset = 10_000 + 200 * Math.floor(Math.random() * 60);
    const ports = Object.values(portsAt(offset)).flatMap((one) =>
      typeof one === 'number' ? [one] : (Object.values(one) as number[]),
    );
    if (!(await Promise.all(ports.map((port) => accepts(port)))).includes(true)) return offset;
  }
}
