import { addAbortSignal, Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { FileShelf } from '#core/ports/file-shelf.ts';
import { refuseWrongKey } from './key.ts';
import { ShelfOutOfReach } from './shelf-out-of-reach.ts';
import type { Bucket } from './storage-url.ts';

export type S3Timing = {
  readonly connectMs: number;
  /** From the request to the head of its answer, each time it is tried. */
  readonly answerMs: number;
  /** All tries together, and the body. */
  readonly wholeMs: number;
  readonly attempts: number;
};

const usual: S3Timing = { connectMs: 3_000, answerMs: 20_000, wholeMs: 60_000, attempts: 3 };

/** Files in a bucket of Amazon's or any server that speaks like it. */
export const s3Shelf = async (place: Bucket, timing: S3Timing = usual): Promise<FileShelf> => {
  const client = clientOf(place, timing);
  const at = (key: string) => {
    refuseWrongKey(key);
    return { Bucket: place.bucket, Key: place.prefix + key };
  };
  const patience = () => ({ abortSignal: AbortSignal.timeout(timing.wholeMs) });
  const removeOne = (key: string) => client.send(new DeleteObjectCommand(at(key)), patience());

  await client.send(new HeadBucketCommand({ Bucket: place.bucket }), patience()).catch((error: unknown) => {
    client.destroy();
    throw new ShelfOutOfReach(`the bucket ${place.bucket} at ${place.endpoint} ${reasonOf(error)}`);
  });

  return {
    put: async (key, bytes, mimeType) => {
      const file = { ...at(key), Body: bytes, ContentLength: bytes.length, ContentType: mimeType };
      await client.send(new PutObjectCommand(file), patience());
    },

    get: async (key) => {
      const { abortSignal } = patience();
      try {
        const { Body } = await client.send(new GetObjectCommand(at(key)), { abortSignal });
        // The client's own time limits end with the head of the answer.
        if (Body instanceof Readable) addAbortSignal(abortSignal, Body);
        return (await Body?.transformToByteArray()) ?? new Uint8Array();
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return null;
        throw error;
      }
    },

    // One by one: removing many in one call asks for checksums that not every compatible server knows.
    remove: async (keys) => {
      keys.forEach(refuseWrongKey);
      for (let from = 0; from < keys.length; from += atOnce) {
        await Promise.all(keys.slice(from, from + atOnce).map(removeOne));
      }
    },
  };
};

const atOnce = 8;

/** Checksums only where S3 itself demands them: compatible servers refuse the newer kinds. The signature covers the body. */
const clientOf = ({ endpoint, region, accessKeyId, secretAccessKey }: Bucket, timing: S3Timing): S3Client =>
  new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: timing.attempts,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: timing.connectMs,
      requestTimeout: timing.answerMs,
      throwOnRequestTimeout: true,
    },
  });

const reasonOf = (error: unknown): string => {
  const { name, code, $metadata } = error as Partial<S3Problem>;
  switch ($metadata?.httpStatusCode) {
    case 404:
      return 'does not exist';
    case 401:
    case 403:
      return 'refuses this key and secret';
    default:
      return `cannot be reached (${$metadata?.httpStatusCode ?? code ?? name})`;
  }
};

type S3Problem = {
  readonly name: string;
  readonly code: string;
  readonly $metadata: { readonly httpStatusCode?: number };
};
