import type { ReactNode } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { connectionWords } from '#adapters/http/contract/connection.pt-br.ts';
import { factOf, wayOutOf } from '../../connection-words.ts';
import { paths } from '../../paths.ts';
import { phoneWords } from '../../phone-words.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Unbroken } from '../../ui/page.tsx';
import { Status } from '../../ui/qr.tsx';
import { Leaving } from './leaving.tsx';
import { PairingCode } from './pairing-code.tsx';
import { ScanQr } from './scan-qr.tsx';
import { SimulatorHint } from './simulator-hint.tsx';
import type { Stage } from './use-connection.ts';
import { useConnection, useCountdown } from './use-connection.ts';

const returnAfterSeconds = 15;
/** A server that is silent for longer than a hiccup is worth a word. */
const lostWorthAWord = 3;

type ConnectionProps = { agent: { id: number; phone: string }; zone: string; simulated: boolean };

/** Each try begins anew: code, countdown and all. */
export const Connection = (props: ConnectionProps) => {
  const [tries, setTries] = useState(0);
  return <Attempt key={tries} {...props} again={tries > 0} onRetry={() => setTries(tries + 1)} />;
};

type AttemptProps = ConnectionProps & { again: boolean; onRetry: () => void };

const Attempt = ({ agent, zone, simulated, again, onRetry }: AttemptProps) => {
  const { stage, lost } = useConnection(agent, again);
  const [byCode, setByCode] = useState(false);
  const navigate = useNavigate();
  const goBack = useCallback(() => void navigate(paths.dashboard), [navigate]);
  const leaving = ['qr', 'linking', 'connected'].includes(stage.at);
  const { left, stop } = useCountdown(returnAfterSeconds, leaving, goBack);
  // The button that was pressed is gone: the focus goes to what it has brought about.
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (again) status.current?.focus();
  }, [again]);
  const pairing = isPairing(stage);
  return (
    <Card>
      {simulated && <SimulatorHint phone={agent.phone} connected={stage.at === 'connected'} />}
      <Status ref={status} tone={toneOf(stage)} title={titleOf(stage, byCode, zone)}>
        {lost >= lostWorthAWord
          ? 'Sem resposta do servidor. Continuamos tentando: verifique a internet.'
          : detailOf(stage, byCode, <Unbroken>{phoneWords(agent.phone)}</Unbroken>)}
      </Status>
      {(pairing || leaving) && !(byCode && left === null) && (
        <Leaving
          seconds={left}
          begun={leaving}
          settled={stage.at === 'connected'}
          onStay={() => {
            stop();
            status.current?.focus();
          }}
        />
      )}
      {/* On a phone the code to type comes first: nobody can scan the screen in their own hand. */}
      {pairing && !byCode && <ScanQr image={stage.at === 'qr' ? stage.image : null} />}
      {pairing && (
        <PairingCode
          agent={agent}
          onAsked={() => {
            stop();
            setByCode(true);
          }}
          onHere={() => status.current?.focus()}
          onFailed={() => setByCode(false)}
        />
      )}
      <WaysOut stage={stage} onRetry={onRetry} />
    </Card>
  );
};

const WaysOut = ({ stage, onRetry }: { stage: Stage; onRetry: () => void }) => {
  if (!['connected', 'reconnecting', 'ended', 'failed'].includes(stage.at)) return null;
  const retry =
    stage.at === 'ended' ? wayOutOf(stage, new Date()) : stage.at === 'failed' ? 'Tentar de novo' : null;
  return (
    <div className="flex flex-wrap gap-3">
      {retry && <Button onClick={onRetry}>{retry}</Button>}
      <ButtonLink look={retry ? 'quiet' : 'primary'} to={paths.dashboard}>
        Voltar ao painel
      </ButtonLink>
    </div>
  );
};

const isPairing = ({ at }: Stage): boolean => at === 'starting' || at === 'waiting' || at === 'qr';

const toneOf = (stage: Stage) => {
  if (stage.at === 'connected') return 'success';
  if (stage.at === 'failed' || (stage.at === 'ended' && stage.problem === 'banned')) return 'danger';
  return stage.at === 'ended' ? 'warning' : 'busy';
};

const titleOf = (stage: Stage, byCode: boolean, zone: string): string => {
  if (byCode && isPairing(stage)) return 'Conectando com código';
  switch (stage.at) {
    case 'starting':
      return 'Iniciando a sessão…';
    case 'waiting':
      return 'Aguardando o QR code…';
    case 'qr':
      return 'QR code pronto para escanear';
    case 'linking':
      return 'Conectando ao WhatsApp…';
    case 'reconnecting':
      return 'Reconectando ao WhatsApp…';
    case 'connected':
      return 'WhatsApp conectado!';
    case 'ended':
      return stage.problem === 'expired' && byCode ? 'O código expirou.' : factOf(stage, zone);
    case 'failed':
      return stage.title;
  }
};

const detailOf = (stage: Stage, byCode: boolean, phone: ReactNode): ReactNode => {
  switch (stage.at) {
    case 'starting':
    case 'waiting':
    case 'qr':
      return <>Número do agente: {phone}</>;
    case 'linking':
      return 'Leva alguns segundos. Deixe o celular ligado e com internet.';
    case 'reconnecting':
      return 'A conexão caiu e está voltando sozinha. Não é preciso ler o QR code de novo.';
    case 'connected':
      return <>O agente já responde em {phone}.</>;
    case 'ended':
      if (stage.problem === 'wrong-number') {
        return (
          <>
            O número deste agente é {phone}: leia com o celular dele. Se o número mudou, corrija-o em Editar,
            no menu do agente.
          </>
        );
      }
      return stage.problem === 'expired' && byCode
        ? 'Ninguém o digitou a tempo. Peça um novo quando estiver com o WhatsApp aberto.'
        : connectionWords[stage.problem].way;
    case 'failed':
      return stage.detail;
  }
};
