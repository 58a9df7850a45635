// `npm start` in a fresh clone: installs and compiles what is missing, then starts the platform.
import { buildDocumentation, buildWeb, compiled } from './bootstrap.js';

const args = process.argv.slice(2);
const { main } = await compiled('start.js', args);
if (!args.includes('--help')) {
  buildDocumentation();
  buildWeb();
}
process.exit(await main(args));
