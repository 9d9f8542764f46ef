import { useState } from 'react';
import { whatsapp } from '#adapters/http/contract/whatsapp.ts';
import { call, detailOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Small } from '../../ui/page.tsx';
import { BigCode } from '../../ui/qr.tsx';
import { Steps } from '../../ui/steps.tsx';

type Code =
  | { at: 'none' }
  | { at: 'asked' }
  | { at: 'here'; code: string }
  | { at: 'failed'; detail: string | null };

/** For an owner whose only screen is the very phone that would have to scan. */
export const PairingCode = (props: {
  agent: { id: number; phone: string };
  onAsked: () => void;
  /** The button goes where the code comes. */
  onHere: () => void;
  onFailed: () => void;
}) => {
  const [code, setCode] = useState<Code>({ at: 'none' });
  const ask = async () => {
    props.onAsked();
    setCode({ at: 'asked' });
    const which = { phone: props.agent.phone, agentId: props.agent.id };
    try {
      const { code } = await call(whatsapp.pairingCode, which);
      setCode({ at: 'here', code });
      props.onHere();
    } catch (problem) {
      props.onFailed();
      setCode({ at: 'failed', detail: detailOf(problem) });
    }
  };
  if (code.at === 'here') {
    return (
      <div className="grid gap-4">
        <BigCode code={code.code} label="Código de conexão" />
        <Steps>
          <li>
            No WhatsApp, abra <strong>Aparelhos conectados</strong> e toque em{' '}
            <strong>Conectar um aparelho</strong>.
          </li>
          <li>
            Em vez de escanear, toque em <strong>Conectar com número de telefone</strong>.
          </li>
          <li>Digite o código acima. Depois volte para esta tela.</li>
        </Steps>
      </div>
    );
  }
  return (
    <div className="grid gap-3 justify-items-start">
      <Small>Está usando o mesmo celular do WhatsApp? Conecte sem escanear.</Small>
      <Button look="quiet" icon="phone" busy={code.at === 'asked'} busyText="Pedindo o código…" onClick={ask}>
        Conectar com código
      </Button>
      {code.at === 'failed' && (
        <Notice tone="danger" urgent title="Não foi possível gerar o código.">
          {code.detail}
        </Notice>
      )}
    </div>
  );
};
