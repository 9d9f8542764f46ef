import type { plans } from '#adapters/http/contract/plans.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import { dateWords } from '../../dates.ts';
import { built, paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

type CurrentPlan = Answered<typeof plans.current>;

export const PlanBanner = ({ plan, zone }: { plan: CurrentPlan; zone: string }) => (
  <Notice
    tone={plan.active ? 'info' : 'warning'}
    title={titleOf(plan, plan.endsAt && dateWords(zone, plan.endsAt))}
    action={
      built.has('plans') && (
        <ButtonLink look="quiet" to={paths.plans}>
          Ver Planos
        </ButtonLink>
      )
    }
  >
    {plan.active
      ? plan.name && `Plano ${plan.name}`
      : 'Seus agentes não respondem sem um plano ativo. Agentes e histórico continuam guardados.'}
  </Notice>
);

const titleOf = ({ status }: CurrentPlan, until: string | null): string => {
  switch (status) {
    case 'trial':
      return `Período grátis até ${until}`;
    case 'active':
      return `Renovação em ${until}`;
    case 'pending':
      return 'Pagamento pendente';
    case 'cancelled':
      return 'Assinatura cancelada';
    case 'expired':
      return until ? `Seu plano terminou em ${until}` : 'Nenhum plano ativo';
  }
};
