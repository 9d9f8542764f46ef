import { useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router-dom';
import { keywordFiles } from '#adapters/http/contract/keyword-files.ts';
import { parseKeywords } from '#core/domain/keyword.ts';
import { keywordFileLimits } from '#core/domain/keyword-file.ts';
import { call } from '../../api.ts';
import { problemsFrom, problemsIn } from '../../form-problems.ts';
import type { Problems } from '../../ui/form.tsx';
import { sayDone } from '../../ui/toast.tsx';

type Filled = { readonly file: File | null; readonly keywords: string; readonly caption: string };

/** Sends a file with what belongs to it, one at a time; answers whether it arrived. */
export const useSendFile = (agentId: number) => {
  const [problems, setProblems] = useState<Problems>();
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(0);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const underWay = useRef(false);

  const send = async (filled: Filled): Promise<boolean> => {
    // Known at once: a second click may come before the busy button is drawn.
    if (underWay.current) return false;
    const wrong = wrongIn(filled);
    setProblems(wrong);
    if (wrong) return false;
    underWay.current = true;
    setSending(true);
    try {
      await call(keywordFiles.add, { agentId, ...filled });
      setSent((count) => count + 1);
      sayDone('Arquivo enviado com sucesso!');
      await revalidate();
      return true;
    } catch (problem) {
      if (problem instanceof Response) navigate(problem.headers.get('Location') ?? '/');
      else setProblems(problemsFrom(problem, 'Erro ao enviar arquivo.'));
      return false;
    } finally {
      underWay.current = false;
      setSending(false);
    }
  };

  return { problems, sending, sent, send };
};

const wrongIn = ({ file, keywords, caption }: Filled): Problems | undefined =>
  problemsIn({
    file: whyNot(file),
    keywords:
      keywords.trim() === ''
        ? 'Preencha todos os campos obrigatórios.'
        : parseKeywords(keywords) === null && 'Escreva palavras curtas, separadas por vírgulas.',
    caption: caption.length > keywordFileLimits.caption && 'A legenda é longa demais.',
  });

const whyNot = (file: File | null): string | null => {
  if (file === null) return 'Selecione um arquivo.';
  if (!/\.(pdf|jpe?g|png)$/i.test(file.name)) {
    return 'Formato não permitido. Envie um arquivo .pdf, .jpg ou .png';
  }
  return file.size > keywordFileLimits.bytes ? 'Este arquivo tem mais de 16 MB. Envie um menor.' : null;
};
