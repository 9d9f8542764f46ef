import type { FormEvent } from 'react';
import { useState } from 'react';
import { keywordFileLimits } from '#core/domain/keyword-file.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Form } from '../../ui/form.tsx';
import { useSendFile } from './use-send-file.ts';

export const FileForm = ({ agentId }: { agentId: number }) => {
  const { problems, sending, sent, send } = useSendFile(agentId);
  const [file, setFile] = useState<File | null>(null);
  const [keywords, setKeywords] = useState('');
  const [caption, setCaption] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!(await send({ file, keywords, caption }))) return;
    setFile(null);
    setKeywords('');
    setCaption('');
  };
  return (
    <Form problems={problems} onSubmit={submit}>
      <FileField
        key={sent}
        name="file"
        label="Arquivo"
        accept=".pdf,.jpg,.jpeg,.png"
        help={`PDF, JPG ou PNG de até ${keywordFileLimits.bytes / 1_048_576} MB.`}
        error={problems?.fields.file}
        chosen={file?.name}
        onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
      />
      <TextField
        name="keywords"
        label="Palavras-chave"
        placeholder="tabela, tabela de preços, valores"
        autoComplete="off"
        help="Separe por vírgulas. Não importa se o cliente escreve com maiúsculas ou sem acentos."
        error={problems?.fields.keywords}
        value={keywords}
        onChange={({ currentTarget }) => setKeywords(currentTarget.value)}
      />
      <TextArea
        name="caption"
        label="Legenda (opcional)"
        help="Vai junto com o arquivo."
        rows={2}
        max={keywordFileLimits.caption}
        error={problems?.fields.caption}
        value={caption}
        onValue={setCaption}
      />
      <Button type="submit" icon="upload" busy={sending} busyText="Enviando…">
        Enviar arquivo
      </Button>
    </Form>
  );
};
