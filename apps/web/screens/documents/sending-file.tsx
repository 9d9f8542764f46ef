import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/qr.tsx';
import type { Sending } from './use-sendings.ts';

type SendingFileProps = {
  sending: Sending;
  onCancel: () => void;
  onDismiss: () => void;
  onAgain: () => void;
};

export const SendingFile = ({ sending, onCancel, onDismiss, onAgain }: SendingFileProps) => {
  const { file, state, sentence, worthAnotherTry } = sending;
  if (state === 'failed') {
    return (
      <Notice
        tone="danger"
        urgent
        title={file.name}
        dismiss={{ label: `Dispensar aviso de ${file.name}`, now: onDismiss }}
        action={
          worthAnotherTry && (
            <Button look="quiet" onClick={onAgain}>
              Tentar de novo
            </Button>
          )
        }
      >
        {sentence}
      </Notice>
    );
  }
  return (
    <Card label={file.name}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 flex-1 basis-64">
          {state === 'sending' ? (
            <Status tone="busy" title={`Enviando e lendo ${file.name}…`}>
              Leva alguns segundos; um documento grande, até meio minuto.
            </Status>
          ) : (
            <Status tone="busy" title={`${file.name} está na fila`}>
              Será enviado logo depois do anterior.
            </Status>
          )}
        </div>
        <Button look="quiet" onClick={onCancel} aria-label={`Cancelar envio de ${file.name}`}>
          Cancelar
        </Button>
      </div>
    </Card>
  );
};
