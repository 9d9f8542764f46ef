import { useEffect, useRef } from 'react';
import { connectOf, paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

type SavedProps = { agent: { id: number; whatsapp: string }; created: boolean };

/** The button that was pressed is gone: the focus goes to what it has brought about. */
export const Saved = ({ agent, created }: SavedProps) => {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => here.current?.focus(), []);
  return (
    <div ref={here} tabIndex={-1} className="grid gap-4">
      <Notice
        tone="success"
        urgent
        title={created ? 'Agente criado com sucesso!' : 'Agente atualizado com sucesso!'}
      >
        {created && 'Falta só conectar o WhatsApp para ele começar a responder.'}
      </Notice>
      <div className="flex flex-wrap gap-3">
        {agent.whatsapp === 'disconnected' && (
          <ButtonLink look="whatsapp" icon="link" to={connectOf(agent.id)}>
            Conectar WhatsApp
          </ButtonLink>
        )}
        <ButtonLink look="quiet" to={paths.dashboard}>
          Voltar ao painel
        </ButtonLink>
      </div>
    </div>
  );
};
