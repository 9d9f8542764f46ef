import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { CallFailed } from '../api.ts';
import { paths } from '../paths.ts';
import { session } from '../session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Page, Small, TopBar } from '../ui/page.tsx';

/** Whatever no screen expected ends here: said kindly, with a way back. */
export const Broken = () => {
  const problem = useRouteError();
  useEffect(() => console.error(problem), [problem]);
  const offline = problem instanceof CallFailed && problem.status === 0;
  const gone = problem instanceof CallFailed && problem.status === 404;
  const home = session.token() === null ? paths.home : paths.dashboard;
  return (
    <>
      <TopBar home={home} />
      <Page title="Algo deu errado" width="reading">
        <Empty icon="alert" title={titleFor({ offline, gone })}>
          {adviceFor({ offline, gone })}
          <div className="mt-6 flex flex-wrap justify-center gap-3">
            <Button onClick={() => window.location.reload()}>Tentar de novo</Button>
            <ButtonLink look="quiet" to={home}>
              {home === paths.home ? 'Voltar ao início' : 'Voltar ao painel'}
            </ButtonLink>
          </div>
        </Empty>
        <div className="mt-6 text-center">
          <Small>Unexpected Application Error!</Small>
        </div>
      </Page>
    </>
  );
};

const titleFor = ({ offline, gone }: { offline: boolean; gone: boolean }) => {
  if (offline) return 'Não conseguimos falar com o servidor.';
  return gone ? 'Não encontramos o que você procurava.' : 'Esta tela encontrou um problema.';
};

const adviceFor = ({ offline, gone }: { offline: boolean; gone: boolean }) => {
  if (offline) return 'Verifique a internet do aparelho e tente de novo.';
  if (gone) return 'Pode ter sido excluído, ou o endereço está errado.';
  return 'Seus dados estão guardados. Tente de novo ou volte ao início; se continuar, espere alguns minutos.';
};
