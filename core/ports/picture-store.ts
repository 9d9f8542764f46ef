import type { OpenTurn } from './conversation-store.ts';
import type { WaitingMedia } from './voice-store.ts';

/** Pictures that customers sent, as long as their files can be fetched. */
export interface PictureStore {
  /** Of this turn, oldest first. */
  waitingIn(turn: OpenTurn): Promise<readonly WaitingMedia[]>;
}
