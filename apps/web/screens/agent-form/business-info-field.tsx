import { useState } from 'react';
import { agentBounds } from '#core/domain/agent.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure, Sample } from '../../ui/disclosure.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { businessExample } from './business-example.pt-br.ts';

/** The brain of the agent. Nobody likes an empty page, so an example is one tap away. */
export const BusinessInfoField = ({ start, error }: { start: string; error: string | undefined }) => {
  const [text, setText] = useState(start);
  return (
    <div className="grid gap-3">
      <TextArea
        name="businessInfo"
        label="Informações do negócio"
        rows={12}
        max={agentBounds.businessInfo}
        helpAbove
        value={text}
        onValue={setText}
        placeholder="Serviços e preços, horários, endereço, formas de pagamento…"
        help="O cérebro do agente: ele só responde o que está escrito aqui e nos documentos que você enviar. Escreva como explicaria a um funcionário novo, com uma informação por linha."
        error={error}
      />
      <Disclosure title="Ver um exemplo pronto para adaptar">
        <Sample>{businessExample}</Sample>
        <Button
          look="quiet"
          icon="plus"
          onClick={() =>
            setText(text.trim() === '' ? businessExample : `${text.trimEnd()}\n\n${businessExample}`)
          }
        >
          Inserir este exemplo
        </Button>
      </Disclosure>
    </div>
  );
};
