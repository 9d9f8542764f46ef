import { useState } from 'react';
import { useFetcher } from 'react-router-dom';
import type { keywordFiles } from '#adapters/http/contract/keyword-files.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import { dateWords } from '../../dates.ts';
import { IconButton } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { FilePreview } from '../../ui/file-preview.tsx';
import { ListItem } from '../../ui/list.tsx';
import { Small } from '../../ui/page.tsx';

type ShownFile = Answered<typeof keywordFiles.list>[number];

export const KeywordFileItem = ({ file, zone }: { file: ShownFile; zone: string }) => {
  const [asking, setAsking] = useState(false);
  const fetcher = useFetcher();
  const { name, type, link, keywords, caption, createdAt } = file;
  const remove = () => {
    setAsking(false);
    fetcher.submit({ remove: String(file.id) }, { method: 'post' });
  };
  return (
    <ListItem
      picture={<FilePreview href={link} picture={type !== 'application/pdf'} label={`Abrir ${name}`} />}
      title={name}
      action={<IconButton icon="trash" aria-label={`Excluir ${name}`} onClick={() => setAsking(true)} />}
    >
      <Chips words={keywords.split(', ')} label={`Palavras-chave de ${name}`} />
      {caption && <p className="whitespace-pre-wrap break-words">{caption}</p>}
      <Small>Enviado em {dateWords(zone, createdAt)}</Small>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Excluir ${name}`}
        verb="Excluir arquivo"
        onConfirm={remove}
      >
        <p>Tem certeza que deseja excluir este arquivo?</p>
      </AlertDialog>
    </ListItem>
  );
};
