import { paths } from '../../paths.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Small } from '../../ui/page.tsx';

type LeavingProps = {
  /** Null once the owner chose to stay. */
  seconds: number | null;
  begun: boolean;
  settled: boolean;
  onStay: () => void;
};

/** The way back to the dashboard by itself. Its place is kept before and after, so that the QR code below stays put. */
export const Leaving = ({ seconds, begun, settled, onStay }: LeavingProps) => {
  if (settled && seconds === null) return null;
  return (
    <div className="flex min-h-28 flex-wrap content-center items-center justify-between gap-3 sm:min-h-11">
      {begun && seconds !== null && (
        <>
          <div className="min-w-0 flex-1 basis-64">
            <Small>Voltando ao painel em {seconds} s. A conexão continua mesmo se você sair daqui.</Small>
          </div>
          <Button look="quiet" onClick={onStay}>
            Continuar aqui
          </Button>
        </>
      )}
      {seconds === null && (
        <>
          <Small>Você fica nesta tela o tempo que quiser.</Small>
          <TextLink to={paths.dashboard}>Voltar ao painel</TextLink>
        </>
      )}
    </div>
  );
};
