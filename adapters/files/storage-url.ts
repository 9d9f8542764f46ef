/** A bucket of an S3-compatible server. */
export type Bucket = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** What all names begin with: empty, or ending in a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** Says what is wrong with an address without repeating it: it holds a secret. */
export class WrongStorageUrl extends Error {}

const example = 's3://KEY:SECRET@host/bucket';

/** `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=0|1`; key and secret percent-encoded. */
export const parseStorageUrl = (text: string): Bucket => {
  if (!text.startsWith('s3://')) throw new WrongStorageUrl(`must be an address like ${example}`);
  if (!URL.canParse(text)) {
    throw new WrongStorageUrl(
      `must be an address like ${example}; in KEY and SECRET write / as %2F, + as %2B`,
    );
  }
  const { username, password, host, hostname, pathname, search, hash } = new URL(text);
  const accessKeyId = decoded(username, 'its KEY');
  const secretAccessKey = decoded(password, 'its SECRET');
  if (!/^([a-z\d]([a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])$/i.test(hostname))
    wrong('its host', 'like s3.example.com:9000');
  if (hash !== '') throw new WrongStorageUrl('must have no part after #');
  const [bucket = '', ...prefix] = pathname.replace(/^\//, '').replace(/\/$/, '').split('/');
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket)) {
    wrong('its bucket', '3 to 63 small letters, digits, dots and hyphens');
  }
  if (!prefix.every((part) => /^[\w-][\w.-]{0,99}$/.test(part)) || prefix.length > 5) {
    wrong('its prefix', 'at most 5 parts of letters, digits, dots and hyphens');
  }
  const { region, tls } = options(search);
  return {
    endpoint: `${tls ? 'https' : 'http'}://${host}`,
    region,
    bucket,
    prefix: prefix.map((part) => `${part}/`).join(''),
    accessKeyId,
    secretAccessKey,
  };
};

const wrong = (part: string, must: string): never => {
  throw new WrongStorageUrl(`${part} must be ${must}`);
};

const decoded = (part: string, name: string): string => {
  if (part === '') throw new WrongStorageUrl(`must be an address like ${example}: ${name} is missing`);
  try {
    return decodeURIComponent(part);
  } catch {
    return wrong(name, 'percent-encoded: write % as %25');
  }
};

const options = (search: string): { readonly region: string; readonly tls: boolean } => {
  const given = new URLSearchParams(search);
  for (const name of given.keys()) {
    if (name !== 'region' && name !== 'tls') throw new WrongStorageUrl('may end in region and tls alone');
    if (given.getAll(name).length > 1) throw new WrongStorageUrl(`must say ${name} once`);
  }
  const region = given.get('region') ?? 'us-east-1';
  const tls = given.get('tls') ?? '1';
  if (!/^[a-z\d-]{1,50}$/.test(region)) wrong('its region', 'like sa-east-1');
  if (tls !== '0' && tls !== '1') wrong('its tls', '0 or 1');
  return { region, tls: tls === '1' };
};
