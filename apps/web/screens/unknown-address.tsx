import { paths } from '../paths.ts';
import { session } from '../session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Page, TopBar } from '../ui/page.tsx';

export const Component = () => {
  const home = session.token() === null ? paths.home : paths.dashboard;
  return (
    <>
      <TopBar home={home} />
      <Page title="Página não encontrada" width="reading">
        <Empty
          icon="help"
          title="Este endereço não existe."
          action={
            <ButtonLink to={home}>{home === paths.home ? 'Voltar ao início' : 'Voltar ao painel'}</ButtonLink>
          }
        >
          Confira se o endereço foi digitado certo, ou comece de novo.
        </Empty>
      </Page>
    </>
  );
};
