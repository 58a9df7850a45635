// Unpacks the browser of `@sparticuz/chromium` into the folder for temporary files, in a process of its own because it takes that from TMPDIR.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
