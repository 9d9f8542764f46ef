import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { phoneWords } from '../../phone-words.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Small } from '../../ui/page.tsx';
import { QrFrame, Status } from '../../ui/qr.tsx';
import { Steps } from '../../ui/steps.tsx';
import { PairingCode } from './pairing-code.tsx';
import { SimulatorHint } from './simulator-hint.tsx';
import type { Stage } from './use-connection.ts';
import { useConnection, useCountdown } from './use-connection.ts';

const returnAfterSeconds = 15;

type ConnectionProps = { agent: { id: number; phone: string }; simulated: boolean };

export const Connection = ({ agent, simulated }: ConnectionProps) => {
  const { stage, retry } = useConnection(agent);
  const [qrSeen, setQrSeen] = useState(false);
  const [byCode, setByCode] = useState(false);
  const navigate = useNavigate();
  const goBack = useCallback(() => void navigate(paths.dashboard), [navigate]);
  if (stage.at === 'qr' && !qrSeen) setQrSeen(true);
  const leaving = (qrSeen && stage.at === 'qr') || stage.at === 'connected';
  const { left, stop } = useCountdown(returnAfterSeconds, leaving, goBack);
  const pairing = ['waiting', 'qr'].includes(stage.at);
  const scanning = stage.at === 'qr' && !byCode;
  const settled = ['connected', 'failed', 'expired'].includes(stage.at);
  return (
    <Card>
      {simulated && <SimulatorHint phone={agent.phone} connected={stage.at === 'connected'} />}
      <Status tone={toneOf(stage)} title={pairing && byCode ? 'Conectando com código' : titleOf(stage)}>
        {detailOf(stage, agent.phone)}
      </Status>
      {/* On a phone the code to type comes first: nobody can scan the screen in their own hand. */}
      {scanning && (
        <div className="order-last grid items-center gap-6 sm:order-none sm:grid-cols-[auto_1fr]">
          <QrFrame image={stage.image} alt="QR code para conectar o WhatsApp" />
          <Steps>
            <li>Abra o WhatsApp no celular do negócio.</li>
            <li>
              Toque em <strong>Configurações</strong> (ou nos três pontinhos) e em{' '}
              <strong>Dispositivos conectados</strong>.
            </li>
            <li>
              Toque em <strong>Conectar dispositivo</strong> e aponte a câmera para este código.
            </li>
          </Steps>
        </div>
      )}
      {leaving && left !== null && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Small>Voltando ao painel em {left} s. A conexão continua mesmo se você sair daqui.</Small>
          <Button look="quiet" onClick={stop}>
            Continuar aqui
          </Button>
        </div>
      )}
      {pairing && (
        <PairingCode
          agent={agent}
          onAsked={() => {
            stop();
            setByCode(true);
          }}
          onFailed={() => setByCode(false)}
        />
      )}
      {settled && (
        <div className="flex flex-wrap gap-3">
          {stage.at !== 'connected' && <Button onClick={retry}>Tentar de novo</Button>}
          <ButtonLink look={stage.at === 'connected' ? 'primary' : 'quiet'} to={paths.dashboard}>
            Voltar ao painel
          </ButtonLink>
        </div>
      )}
    </Card>
  );
};

const toneOf = ({ at }: Stage) => {
  if (at === 'connected') return 'success';
  return at === 'failed' || at === 'expired' ? 'danger' : 'busy';
};

const titleOf = (stage: Stage): string => {
  switch (stage.at) {
    case 'starting':
      return 'Iniciando a sessão…';
    case 'waiting':
      return 'Aguardando o QR code…';
    case 'qr':
      return 'QR code pronto: escaneie com o WhatsApp';
    case 'connected':
      return 'WhatsApp conectado!';
    case 'expired':
      return 'O QR code expirou.';
    case 'failed':
      return stage.title;
  }
};

const detailOf = (stage: Stage, phone: string): string | null => {
  if (stage.at === 'failed') return stage.detail;
  if (stage.at === 'expired')
    return 'Ninguém escaneou a tempo. Peça um código novo quando estiver com o celular na mão.';
  if (stage.at === 'connected') return `O agente já responde em ${phoneWords(phone)}.`;
  return `Número do agente: ${phoneWords(phone)}`;
};
