export { localFetch, localFetchTrusting } from '@platform/command-line/local-fetch';
