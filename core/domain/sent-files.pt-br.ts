import { cutAt, disarmed } from './disarm.ts';

const plain = (name: string): string => cutAt(disarmed(name).replaceAll(/[\s«»[\]]+/g, ' '), 100);

/** A file in the conversation, as the model reads it. */
export const sentFileLine = (name: string, caption: string): string =>
  [`[arquivo enviado: ${plain(name)}]`, caption].filter(Boolean).join(' ');

/** What the model is told when it asks for a file to be sent. */
export const sentFileResults = {
  sent: (name: string) =>
    `O arquivo «${plain(name)}» vai junto com a sua resposta. Diga em uma frase que o enviou; não repita o conteúdo.`,
  already: (name: string) => `O arquivo «${plain(name)}» já vai junto com a sua resposta.`,
  lately: (name: string) =>
    `O arquivo «${plain(name)}» já foi enviado a este cliente há poucos minutos e não vai de novo. Diga que ele está logo acima na conversa.`,
  enough: 'Não vai mais nenhum arquivo nesta resposta.',
  unknown: 'Não existe arquivo com esse número na lista. Não diga que enviou um arquivo.',
} as const;

/** The list that the model may choose from. */
export const listedFileLine = (file: {
  readonly id: number;
  readonly name: string;
  readonly keywords: readonly string[];
}): string => `${file.id}. «${plain(file.name)}» (${plain(file.keywords.join(', '))})`;

export const goingRule = (names: readonly string[]): string =>
  `Junto com a sua resposta vai, por uma palavra-chave que o cliente escreveu: ${names
    .map((name) => `«${plain(name)}»`)
    .join(
      ', ',
    )}. Não ofereça de novo nem diga que não pode enviar; responda só ao resto da mensagem, ou diga em uma frase curta que enviou.`;
