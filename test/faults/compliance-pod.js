// A pod of compliance under the name of its first argument; says where it listens.
import { processSources } from '@platform/kit/config';
import { startCompliance } from '@platform/compliance';

const { httpPort } = await startCompliance(processSources(), { holder: process.argv[2] });
process.send?.(httpPort);
