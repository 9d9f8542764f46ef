import QRCode from 'qrcode';
import type { NumberState } from '#core/ports/number-store.ts';
import { qrError, qrWords } from './contract/whatsapp.ts';
import { sentenceOf, shownConnection } from './shown-connection.ts';

/** What the connection screen polls: the image to scan, or a word on how things stand. */
export const qrText = async (number: NumberState | null): Promise<string> => {
  if (number?.state === 'connected') return qrWords.connected;
  if (number?.qr) return QRCode.toDataURL(number.qr, { errorCorrectionLevel: 'L', margin: 2, width: 320 });
  const { problem } = shownConnection(number);
  if (!problem) return qrWords.waiting;
  return problem === 'expired' ? qrWords.expired : qrError + sentenceOf(problem);
};
