import { useState } from 'react';
import { useFetcher } from 'react-router-dom';
import type { documents } from '#adapters/http/contract/documents.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import { dateWords } from '../../dates.ts';
import { IconButton } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { ListItem } from '../../ui/list.tsx';
import { Small } from '../../ui/page.tsx';

type ShownDocument = Answered<typeof documents.list>[number];

export const DocumentItem = ({ document, zone }: { document: ShownDocument; zone: string }) => {
  const [asking, setAsking] = useState(false);
  const fetcher = useFetcher();
  const remove = () => {
    setAsking(false);
    fetcher.submit({ remove: String(document.id) }, { method: 'post' });
  };
  const { name, excerpt } = document;
  return (
    <ListItem
      title={name}
      action={<IconButton icon="trash" aria-label={`Excluir ${name}`} onClick={() => setAsking(true)} />}
    >
      <p>{excerpt.trimEnd().replace(/\n+/g, ' · ') + (excerpt.length < document.characters ? '…' : '')}</p>
      <Small>{detailsOf(document, zone)}</Small>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Excluir ${name}`}
        verb="Excluir documento"
        onConfirm={remove}
      >
        <p>Tem certeza que deseja excluir este documento? O agente deixa de responder com o que está nele.</p>
      </AlertDialog>
    </ListItem>
  );
};

/** `20/11/2026 · 3 páginas · 4.512 caracteres` */
const detailsOf = ({ createdAt, pages, characters }: ShownDocument, zone: string): string =>
  [
    `Enviado em ${dateWords(zone, createdAt)}`,
    pages !== null && counted(pages, 'página'),
    counted(characters, 'caractere'),
  ]
    .filter(Boolean)
    .join('\u00a0· ');

const counted = (count: number, word: string): string =>
  `${count.toLocaleString('pt-BR')}\u00a0${word}${count === 1 ? '' : 's'}`;
