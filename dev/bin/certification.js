// `npm run certification`: prepares the platform that runs here for the OpenID Foundation's conformance suite.
import { compiled } from './bootstrap.js';

const args = process.argv.slice(2);
const { certificationMain } = await compiled('certification-command.js', args);
process.exit(await certificationMain(args));
