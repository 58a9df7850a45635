// `npm start` in a fresh clone: installs and compiles what is missing, then starts the platform.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compiled, root, run } from './bootstrap.js';

const args = process.argv.slice(2);
const { main } = await compiled('start.js', args);
// Built once: `npm run web:build` builds them again.
if (!args.includes('--help') && !existsSync(join(root, 'web', 'dist', '.vite', 'manifest.json'))) {
  console.error('Building the web applications…');
  run(
    process.execPath,
    [join(root, 'web', 'bin', 'build.js')],
    'The web applications cannot be built.',
  );
}
process.exit(await main(args));
