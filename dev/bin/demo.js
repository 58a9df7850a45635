// `npm run demo`: fills a demo tenant of the platform that runs here with people and what they do.
import { compiled } from './bootstrap.js';

const args = process.argv.slice(2);
const { demoMain } = await compiled('demo-command.js', args);
process.exit(await demoMain(args));
