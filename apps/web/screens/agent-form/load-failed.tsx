import { Navigate } from 'react-router-dom';
import { detailOf } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

export const LoadFailed = ({ problem }: { problem: unknown }) => {
  if (problem instanceof Response) return <Navigate to={problem.headers.get('Location') ?? paths.login} />;
  return (
    <Notice
      tone="danger"
      urgent
      title="Erro ao carregar agente"
      action={
        <ButtonLink look="quiet" to={paths.dashboard}>
          Voltar ao painel
        </ButtonLink>
      }
    >
      {detailOf(problem)}
    </Notice>
  );
};
