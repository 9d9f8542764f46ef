import { type Picture, pictureBounds, pictureTypeOf } from '#core/domain/picture.ts';
import type { OpenTurn } from '#core/ports/conversation-store.ts';
import type { Ports } from '#core/ports/index.ts';
import type { WaitingMedia } from '#core/ports/voice-store.ts';

export type SeeingNeeds = Pick<Ports, 'languageModel' | 'mediaSource' | 'pictures'>;

/** What of a turn can be shown to the model, by the message it came with. */
export type Seen = ReadonlyMap<number, Picture>;

export const canSee = ({ languageModel }: Pick<Ports, 'languageModel'>, { messages }: OpenTurn): boolean =>
  languageModel.sees === true && messages.some(({ kind }) => kind === 'image');

/** The newest pictures of the turn. One that cannot be had is none: its caption, or a request to write, has to do. */
export const see = async (ports: SeeingNeeds, turn: OpenTurn): Promise<Seen> => {
  if (!canSee(ports, turn)) return new Map();
  const newest = (await ports.pictures.waitingIn(turn)).slice(-pictureBounds.pictures);
  const pictures = await Promise.all(
    newest.map(async (one) => [one.messageId, await fetchPicture(ports, one)] as const),
  );
  return new Map(pictures.flatMap(([id, picture]) => (picture ? [[id, picture]] : [])));
};

const fetchPicture = async (
  { mediaSource }: SeeingNeeds,
  { media, session }: WaitingMedia,
): Promise<Picture | null> => {
  const fetched = await mediaSource.fetch(session, media.ref, pictureBounds.bytes).catch(() => null);
  if (fetched?.kind !== 'fetched') return null;
  const type = pictureTypeOf(fetched.bytes);
  return type && { type, bytes: fetched.bytes };
};
