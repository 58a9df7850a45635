// `npm start` in a fresh clone: installs and compiles what is missing, then starts the platform.
import { buildWeb, compiled } from './bootstrap.js';

const args = process.argv.slice(2);
const { main } = await compiled('start.js', args);
if (!args.includes('--help')) buildWeb();
process.exit(await main(args));
