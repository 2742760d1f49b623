// Usage: node tools/cluster/object-store-stand-in.mjs PORT, with the settings S3_* in the environment
//
// The test double of an S3-compatible store as a process of its own. Its objects are in memory only.
import { register } from 'node:module';

register('../jest/typescript-loader.mjs', import.meta.url);
const { S3Double } = await import('@kickoff/testing/s3-double');

const { S3_BUCKET = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '' } = process.env;
const account = { bucket: S3_BUCKET, accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY };
await new S3Double(account, Number(process.argv[2])).start();
