export const chainName = 'chain.ndjson.gz';
export const checkpointsName = 'checkpoints.ndjson.gz';
export const manifestName = 'manifest.json';
