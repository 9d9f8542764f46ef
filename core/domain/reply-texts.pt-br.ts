import type { FixedText } from './reply.ts';

/** What customers read when no model wrote it. */
export const fixedTexts: Readonly<Record<FixedText, string>> = {
  'cannot-hear': 'Ainda não consigo ouvir áudios. Pode escrever, por favor?',
  'audio-too-long':
    'Esse áudio é longo demais para mim (mais de 5 minutos). Pode mandar um mais curto ou escrever, por favor?',
  'please-write':
    'Recebi, mas ainda não consigo ver esse tipo de mensagem. Pode escrever o que você precisa, por favor?',
};

export const holdOnText = 'Recebi sua mensagem! Já te respondo.';
export const apologyText =
  'Estou com uma instabilidade agora. Já avisei a equipe e alguém te responde por aqui.';
export const dontKnowText =
  'Não tenho essa informação aqui. Vou avisar a equipe e alguém te responde por aqui.';
