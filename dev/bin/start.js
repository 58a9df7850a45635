// `npm start` in a fresh clone: installs and compiles what is missing, then starts the platform.
import { installAndBuild } from './bootstrap.js';

installAndBuild();
const { main } = await import('../dist/start.js');
process.exit(await main(process.argv.slice(2)));
