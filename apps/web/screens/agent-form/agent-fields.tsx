import { useState } from 'react';
import type { agents } from '#adapters/http/contract/agents.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import { agentBounds, onlyModel } from '#core/domain/agent.ts';
import { dontKnowText } from '#core/domain/reply-texts.pt-br.ts';
import { NumberField, Select, TextArea, TextField } from '../../ui/fields.tsx';
import type { Problems } from '../../ui/form.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { PhoneField } from '../../ui/masked-field.tsx';
import { BusinessInfoField } from './business-info-field.tsx';
import { Saved } from './saved.tsx';

export type ShownAgent = Answered<typeof agents.find>;
type Result = { saved?: ShownAgent; problems?: Problems | undefined } | undefined;

const { min, max, default: usualMinutes } = agentBounds.humanPauseMinutes;

/** After success the form stays to be read, and the way on takes the place of the submit button. */
export const AgentFields = ({ agent, result }: { agent: ShownAgent | null; result: Result }) => {
  const [description, setDescription] = useState(agent?.description ?? '');
  const [ownWords, setOwnWords] = useState(agent?.dontKnowText ?? '');
  const wrong = result?.problems?.fields;
  return (
    <Form problems={result?.problems}>
      <TextField
        name="name"
        label="Nome do agente"
        defaultValue={agent?.name}
        maxLength={agentBounds.name}
        required
        help="Como seus clientes vão conhecê-lo. Pode ser o nome do negócio."
        error={wrong?.name}
      />
      <TextArea
        name="description"
        label="Descrição"
        rows={2}
        max={agentBounds.description}
        value={description}
        onValue={setDescription}
        help="Uma frase: o que ele atende. Exemplo: Atendimento do Salão da Bia."
        error={wrong?.description}
      />
      <PhoneField
        withCountry
        name="phone"
        label="Número de WhatsApp"
        defaultValue={agent?.phone ?? ''}
        autoComplete="off"
        required
        help="O número do negócio, com DDD. É nele que o agente vai responder."
        error={wrong?.phone}
      />
      <BusinessInfoField start={agent?.businessInfo ?? ''} error={wrong?.businessInfo} />
      <TextArea
        name="dontKnowText"
        label="Quando o agente não souber (opcional)"
        rows={2}
        max={agentBounds.dontKnowText}
        value={ownWords}
        onValue={setOwnWords}
        placeholder={dontKnowText}
        help="O que ele diz quando a resposta não está nas informações nem nos documentos. Você é avisado na hora."
        error={wrong?.dontKnowText}
      />
      <NumberField
        name="humanPauseMinutes"
        label="Tempo de pausa após mensagem humana (minutos)"
        defaultValue={agent?.humanPauseMinutes ?? usualMinutes}
        min={min}
        max={max}
        required
        help="Quando você responde a um cliente pelo celular, o agente fica quieto com ele por este tempo. Com 0 ele não pausa."
        error={wrong?.humanPauseMinutes}
      />
      <Select name="model" label="Modelo" defaultValue={onlyModel} disabled>
        <option>{onlyModel}</option>
      </Select>
      {result?.saved ? (
        <Saved agent={result.saved} created={agent === null} />
      ) : (
        <SubmitButton busyText="Salvando…">
          {agent === null ? 'Criar agente' : 'Salvar alterações'}
        </SubmitButton>
      )}
    </Form>
  );
};
