import { useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router-dom';
import { documents } from '#adapters/http/contract/documents.ts';
import { documentLimits, documentTypeOf } from '#core/domain/document.ts';
import { CallFailed, call, sentenceOf } from '../../api.ts';
import { sayDone } from '../../ui/toast.tsx';

export type Sending = {
  readonly id: number;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** What went wrong. */
  readonly sentence: string | null;
  /** Whether the very same file may do better in a moment. */
  readonly worthAnotherTry: boolean;
};

/** Files on their way, one at a time in the order they were chosen; they arrive even when the screen is left. */
export const useSendings = (agentId: number) => {
  const [sendings, setSendings] = useState<readonly Sending[]>([]);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const lastId = useRef(0);
  const queue = useRef(Promise.resolve());
  const cancels = useRef(new Map<number, AbortController>());

  const change = (id: number, to: Partial<Sending>) =>
    setSendings((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)));
  const dismiss = (id: number) => setSendings((all) => all.filter((one) => one.id !== id));

  const send = async (id: number, file: File, cancel: AbortController) => {
    if (cancel.signal.aborted) return;
    change(id, { state: 'sending' });
    try {
      await call(documents.upload, { agentId, file }, cancel.signal);
      dismiss(id);
      sayDone('Documento enviado com sucesso!');
      await revalidate();
    } catch (problem) {
      if (cancel.signal.aborted) return;
      if (problem instanceof Response) return navigate(problem.headers.get('Location') ?? '/');
      change(id, {
        state: 'failed',
        sentence: sentenceOf(problem, offline(problem) ? noConnection : 'Erro ao enviar documento.'),
        worthAnotherTry: problem instanceof CallFailed && passing.has(problem.status),
      });
    }
  };

  const take = (file: File) => {
    const id = ++lastId.current;
    const sentence = whyNot(file);
    const sending = { id, file, sentence, worthAnotherTry: false };
    setSendings((all) => [...all, { ...sending, state: sentence ? 'failed' : 'waiting' }]);
    if (sentence) return;
    const cancel = new AbortController();
    cancels.current.set(id, cancel);
    queue.current = queue.current.then(async () => void (await send(id, file, cancel)));
  };

  return {
    sendings,
    take: (files: readonly File[]) => files.forEach(take),
    dismiss,
    again: ({ id, file }: Sending) => {
      dismiss(id);
      take(file);
    },
    cancel: async (id: number) => {
      cancels.current.get(id)?.abort();
      dismiss(id);
      sayDone('Envio cancelado.');
      // It may have arrived all the same.
      await revalidate();
    },
  };
};

const offline = (problem: unknown) => problem instanceof CallFailed && problem.status === 0;
const noConnection = 'Erro ao enviar documento. Verifique a internet e tente de novo.';

/** Nobody answered, too many at once, or trouble on the server's side. */
const passing = new Set([0, 429, 500, 502, 503, 504]);

const whyNot = ({ name, size }: File): string | null => {
  if (documentTypeOf(name) === null) return 'Formato não permitido. Envie um arquivo .pdf ou .docx';
  if (size > documentLimits.bytes)
    return 'Este arquivo tem mais de 10 MB. Envie um menor ou divida em partes.';
  return null;
};
