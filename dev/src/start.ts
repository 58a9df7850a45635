import { parseArgs } from 'node:util';
import { startDemoGround } from './demo-ground.ts';
import type { DemoGround } from './demo-ground.ts';
import { hostsAdvice } from './hosts-advice.ts';
import { invitation, invitationOfPeople, openDoor } from './invitation.ts';
import { DEFAULT_DATA_DIR, startPlatform } from './platform.ts';
import type { DevPlatform, PlatformOptions } from './platform.ts';
import { forgetPlatform } from './platform-stores.ts';
import { LOOPBACK } from './ports.ts';

const USAGE = `npm start -- [options]
  --fresh             delete all data first
  --data DIR          keep the data in DIR (default: .platform)
  --port-offset N     shift all ports by N, to run a second platform next to the first;
                      platforms whose offsets differ by a multiple of 200 never collide
  --host ADDRESS      address on which the API, the hub and the pages listen: 127.0.0.1
                      (default), or 0.0.0.0 or :: to allow access from other machines
  --tls               serve the tenants' hosts over https, with a local certificate authority
  --verbose           show all log lines of the processes
  --help              show this help`;

const OPTIONS = {
  fresh: { type: 'boolean' },
  data: { type: 'string' },
  'port-offset': { type: 'string' },
  host: { type: 'string' },
  tls: { type: 'boolean' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const HIGHEST_OFFSET = 50_000;
const EVERY_ADDRESS = ['0.0.0.0', '::'];

export interface Command {
  fresh: boolean;
  help: boolean;
  dataDir: string;
  portOffset: number;
  host: string;
  tls: boolean;
  verbose: boolean;
}

/** Reads the command line. @throws with the mistake and the usage */
export const parseCommand = (args: readonly string[]): Command => {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    const portOffset = Number(values['port-offset'] ?? 0);
    if (!Number.isInteger(portOffset) || portOffset < 0 || portOffset > HIGHEST_OFFSET) {
      throw new Error(`--port-offset must be a whole number from 0 to ${HIGHEST_OFFSET}`);
    }
    const host = values.host ?? LOOPBACK;
    if (![LOOPBACK, ...EVERY_ADDRESS].includes(host)) {
      throw new Error(`--host must be ${LOOPBACK}, ${EVERY_ADDRESS.join(' or ')}`);
    }
    return {
      fresh: values.fresh ?? false,
      help: values.help ?? false,
      tls: values.tls ?? false,
      verbose: values.verbose ?? false,
      dataDir: values.data ?? DEFAULT_DATA_DIR,
      portOffset,
      host,
    };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, {
      cause: error,
    });
  }
};

const untilAsked = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** `npm start`. Returns the exit code. */
export const main = async (
  args: readonly string[],
  more: Partial<PlatformOptions> = {},
): Promise<number> => {
  const say = more.say ?? console.log;
  const asked = new AbortController();
  const onSignal = (): void => {
    // A second signal means not to wait. The reaper stops the children.
    if (asked.signal.aborted) process.exit(1);
    say('Stopping…');
    asked.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  let platform: DevPlatform;
  let ground: DemoGround | undefined;
  try {
    const { help, fresh, dataDir, portOffset, host, tls, verbose } = parseCommand(args);
    if (help) {
      say(USAGE);
      return 0;
    }
    const since = Date.now();
    if (fresh) await forgetPlatform(dataDir);
    say('Starting PostgreSQL, NATS and the services…');
    platform = await startPlatform({
      dataDir,
      portOffset,
      host,
      tls,
      verbose,
      say,
      signal: asked.signal,
      ...more,
    });
    say(`Ready in ${((Date.now() - since) / 1000).toFixed(1)} s.\n\n${invitation(platform)}`);
    if (EVERY_ADDRESS.includes(host)) say(`\n${openDoor(host)}`);
    if (platform.caFile) say(`\nTo trust its certificates, import ${platform.caFile}.`);
  } catch (error) {
    if (asked.signal.aborted) return 0;
    say(error instanceof Error ? error.message : String(error));
    return 1;
  }
  try {
    ground = await startDemoGround(platform);
    say(invitationOfPeople(platform.ready, ground));
    const advice = await hostsAdvice(platform.ready.tenants.map(({ issuer }) => issuer));
    if (advice) say(`\n${advice}`);
    say('\nPress Ctrl-C to stop everything. The data is kept for the next start.');
  } catch (error) {
    say(
      `The demo application could not be started, so signing in to it is not possible: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  await untilAsked(asked.signal);
  await ground?.stop();
  await platform.stop();
  return 0;
};
