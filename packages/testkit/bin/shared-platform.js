// A platform in a process of its own, for the test files that share it. It says where it is, and ends when it is asked to.
import { startPlatform } from '@platform/dev/platform';
import { testSettings } from '@platform/testkit/platform-settings';

const [dataDir] = process.argv.slice(2);
const platform = await startPlatform({
  dataDir,
  portOffset: 'any',
  durable: false,
  settings: testSettings(),
});
const { ports, postgresUrl, natsUrl, ready } = platform;
process.on('SIGTERM', () => void platform.stop().then(() => process.exit(0)));
console.log(`ready ${JSON.stringify({ dataDir, ports, postgresUrl, natsUrl, ready })}`);
