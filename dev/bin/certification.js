// `npm run certification`: prepares the platform that runs here for the OpenID Foundation's conformance suite.
import { installAndBuild } from './bootstrap.js';

installAndBuild();
const { certificationMain } = await import('../dist/certification-command.js');
process.exit(await certificationMain(process.argv.slice(2)));
