import { useState } from 'react';
import { simulator } from '#adapters/http/contract/simulator.ts';
import { onlyDigits } from '#core/domain/digits.ts';
import { call, detailOf } from '../../api.ts';
import { phoneWords } from '../../phone-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Select } from '../../ui/fields.tsx';
import { PhoneField } from '../../ui/masked-field.tsx';
import { Small } from '../../ui/page.tsx';
import { sayDone, sayFailed } from '../../ui/toast.tsx';
import type { SimulatedPhone } from './seen.ts';

type NumberPanelProps = {
  phones: readonly SimulatedPhone[];
  phone: string;
  onChoose: (phone: string) => void;
};

/** Which phone is held in the hand, and what is done with the phone itself. */
export const NumberPanel = ({ phones, phone, onChoose }: NumberPanelProps) => {
  const held = phones.find((one) => one.phone === phone);
  const numbers = held ? phones.map((one) => one.phone) : [phone, ...phones.map((one) => one.phone)];
  return (
    <Card>
      <Select
        name="numero"
        label="Celular na mão"
        value={phone}
        onChange={(event) => onChoose(event.target.value)}
      >
        {numbers.map((number) => (
          <option key={number} value={number}>
            {phoneWords(number)}
          </option>
        ))}
      </Select>
      <div>
        <ConnectionBadge connection={held?.connection ?? 'unlinked'} />
      </div>
      <Scan phone={phone} waits={held?.waitsForScan ?? true} />
      <Disclosure title="Testar a conexão">
        <Small>Mensagens escritas com a conexão caída chegam atrasadas, quando ela volta.</Small>
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" onClick={() => setConnection(phone, 'down')}>
            Derrubar a conexão
          </Button>
          <Button look="quiet" onClick={() => setConnection(phone, 'normal')}>
            Conexão normal
          </Button>
          <Button look="quiet" onClick={() => setConnection(phone, 'unlinked')}>
            Desconectar no celular
          </Button>
        </div>
        <Small>O WhatsApp também pode interromper a conexão. Veja no painel o que o dono lê.</Small>
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" onClick={() => setConnection(phone, 'temporarily-banned')}>
            Bloquear por 10 minutos
          </Button>
          <Button look="quiet" onClick={() => setConnection(phone, 'banned')}>
            Bloquear o número
          </Button>
          <Button look="quiet" onClick={() => setConnection(phone, 'client-too-old')}>
            Recusar a versão
          </Button>
          <Button look="quiet" onClick={() => setConnection(phone, 'replaced')}>
            Abrir outro programa
          </Button>
        </div>
      </Disclosure>
    </Card>
  );
};

const Scan = ({ phone, waits }: { phone: string; waits: boolean }) => {
  const [as, setAs] = useState('');
  if (!waits)
    return <Small>Quando uma tela mostra um QR code para este número, ele pode ser escaneado aqui.</Small>;
  return (
    <div className="grid gap-3">
      <Button look="whatsapp" icon="qr" onClick={() => scan(phone, undefined)}>
        Escanear QR
      </Button>
      <Disclosure title="Escanear com outro número">
        <Small>Mostra o que acontece quando o celular que escaneia não é o do agente.</Small>
        <PhoneField name="como" label="Como outro número" onChange={(event) => setAs(event.target.value)} />
        <Button look="quiet" onClick={() => scan(phone, onlyDigits(as))}>
          Escanear como este número
        </Button>
      </Disclosure>
    </div>
  );
};

const scan = (phone: string, as: string | undefined) =>
  call(simulator.pair, { phone, as }).then(
    () => sayDone('QR code escaneado.'),
    (problem) => sayFailed('Não foi possível escanear.', detailOf(problem)),
  );

const setConnection = (phone: string, state: keyof typeof connectionSaid) =>
  call(simulator.setConnection, { phone, state }).then(
    () => sayDone(connectionSaid[state]),
    (problem) => sayFailed('Não foi possível mudar a conexão.', detailOf(problem)),
  );

const connectionSaid = {
  down: 'Conexão derrubada.',
  normal: 'Conexão normal.',
  unlinked: 'Aparelho desconectado no celular.',
  'temporarily-banned': 'Número bloqueado por 10 minutos.',
  banned: 'Número bloqueado.',
  'client-too-old': 'Versão da conexão recusada.',
  replaced: 'Outro programa tomou a conexão.',
} as const;

const ConnectionBadge = ({ connection }: { connection: SimulatedPhone['connection'] }) => {
  if (connection === 'normal') {
    return (
      <Badge tone="success" icon="check">
        Conectado à Prosa
      </Badge>
    );
  }
  return connection === 'down' ? (
    <Badge tone="warning" icon="alert">
      Conexão caída
    </Badge>
  ) : (
    <Badge tone="neutral" icon="unlink">
      Não conectado
    </Badge>
  );
};
