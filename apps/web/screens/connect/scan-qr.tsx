import { Small } from '../../ui/page.tsx';
import { QrFrame } from '../../ui/qr.tsx';
import { Steps } from '../../ui/steps.tsx';

/** The code and how to scan it; `image` is null until the first one is here. */
export const ScanQr = ({ image }: { image: string | null }) => (
  <div className="order-last grid items-center gap-6 sm:order-none sm:grid-cols-[auto_1fr]">
    <QrFrame image={image} alt="QR code para conectar o WhatsApp" />
    <div className="grid gap-4">
      <Steps>
        <li>Abra o WhatsApp no celular do negócio.</li>
        <li>
          No Android, toque nos três pontinhos. No iPhone, toque em <strong>Configurações</strong>.
        </li>
        <li>
          Toque em <strong>Aparelhos conectados</strong> e em <strong>Conectar um aparelho</strong>.
        </li>
        <li>Aponte a câmera para este código.</li>
      </Steps>
      <Small>
        Em alguns celulares está escrito “Dispositivos conectados”. O código se renova sozinho e vale por uns
        três minutos.
      </Small>
    </div>
  </div>
);
