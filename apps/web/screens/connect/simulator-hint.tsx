import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Where WhatsApp is simulated nobody has a phone to scan with: the next step is on another page. */
export const SimulatorHint = ({ phone, connected }: { phone: string; connected: boolean }) => (
  <Notice
    tone="info"
    title="WhatsApp simulado"
    action={
      <TextLink newTab to={`${paths.simulator}?numero=${phone}`}>
        Abrir o simulador
      </TextLink>
    }
  >
    {connected
      ? 'Agora escreva como um cliente no simulador e veja o agente responder.'
      : 'Não é preciso ter um celular: abra o simulador em outra aba e toque em “Escanear QR”.'}
  </Notice>
);
