import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { simulator } from '#adapters/http/contract/simulator.ts';
import { onlyDigits } from '#core/domain/digits.ts';
import { CallFailed, call } from '../api.ts';
import { paths } from '../paths.ts';
import { usePolling } from '../polling.ts';
import { session } from '../session.ts';
import { Empty } from '../ui/empty.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, TopBar } from '../ui/page.tsx';
import { Handset } from './simulator/handset.tsx';
import { NumberPanel } from './simulator/number-panel.tsx';
import type { Seen } from './simulator/seen.ts';
import { nothingSeen } from './simulator/seen.ts';

const lookEveryMs = 1000;

export const Component = () => {
  const [asked, setAsked] = useSearchParams();
  const [seen, setSeen] = useState<Seen | 'off' | null>(null);
  const { phones = [] } = seen === 'off' || seen === null ? nothingSeen : seen;
  // The platform’s own number comes first: who opens this page wants the phone that came last.
  const phone = onlyDigits(asked.get('numero') ?? '') || phones.at(-1)?.phone || null;
  const contact = asked.get('contato');
  usePolling(async () => setSeen(await look(phone, contact)), lookEveryMs);
  const choose = (numero: string, contato?: string) =>
    setAsked({ numero, ...(contato && { contato }) }, { replace: true });
  return (
    <>
      <TopBar home={session.token() === null ? paths.home : paths.dashboard} />
      <Page
        title="Simulador de WhatsApp"
        lead="Um WhatsApp de mentira para experimentar tudo sem celular: escreva como cliente e veja o que o agente responde."
      >
        {seen === 'off' && (
          <Notice tone="warning" title="O simulador está desligado.">
            Este servidor usa o WhatsApp de verdade.
          </Notice>
        )}
        {seen !== 'off' && seen !== null && phone === null && (
          <Empty icon="phone" title="Nenhum celular por aqui ainda.">
            Crie um agente e abra “Conectar WhatsApp”: o número dele aparece aqui, pronto para escanear o QR
            code.
          </Empty>
        )}
        {seen !== 'off' && seen !== null && phone !== null && (
          <div className="grid items-start gap-6 md:grid-cols-[1fr_26rem]">
            <NumberPanel phones={phones} phone={phone} onChoose={choose} />
            <Handset
              key={phone}
              phone={phone}
              contact={contact}
              seen={seen}
              onOpen={(opened) => choose(phone, opened)}
              onClose={() => choose(phone)}
            />
          </div>
        )}
      </Page>
    </>
  );
};

/** All that the page shows, asked at once. */
const look = async (phone: string | null, contact: string | null): Promise<Seen | 'off'> => {
  try {
    const [phones, chats, chat] = await Promise.all([
      call(simulator.phones, {}),
      phone ? call(simulator.chats, { phone }) : [],
      phone && contact ? call(simulator.chat, { phone, contact }) : [],
    ]);
    return { phones, chats, chat };
  } catch (problem) {
    if (problem instanceof CallFailed && [403, 404].includes(problem.status)) return 'off';
    throw problem;
  }
};
