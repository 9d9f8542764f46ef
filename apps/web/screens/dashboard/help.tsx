import { useState } from 'react';
import { built, paths } from '../../paths.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Steps } from '../../ui/steps.tsx';

export const Help = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" icon="help" onClick={() => setOpen(true)}>
        Ajuda
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Como funciona">
        <Steps>
          <li>
            <strong>Crie um agente</strong> e escreva o que ele precisa saber: serviços, preços, horários e
            formas de pagamento.
          </li>
          <li>
            <strong>Conecte o WhatsApp</strong> pelo menu do agente, lendo o QR code com o celular do negócio.
          </li>
          <li>
            <strong>Pronto.</strong> O agente responde sozinho, e você acompanha tudo no Histórico.
          </li>
        </Steps>
        <p>
          Quando você responde a um cliente pelo celular, o agente fica quieto com ele por alguns minutos.
          Para pausar de vez, envie <strong>/stop</strong> na conversa; para voltar, <strong>/start</strong>.
        </p>
        {built.has('guide') && (
          <p>
            <TextLink to={paths.guide}>Ler o tutorial completo</TextLink>
          </p>
        )}
      </Dialog>
    </>
  );
};
