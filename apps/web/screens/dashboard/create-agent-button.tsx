import { built, paths } from '../../paths.ts';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';

type CreateAgentButtonProps = { plan: { active: boolean; agentLimit: number }; agents: number };

/** When no agent can be made, the button's own words say why. */
export const CreateAgentButton = ({ plan, agents }: CreateAgentButtonProps) => {
  if (plan.active && agents < plan.agentLimit) {
    return (
      <ButtonLink icon="plus" to={paths.agentForm}>
        Criar Novo Agente
      </ButtonLink>
    );
  }
  return (
    <>
      <Button aria-disabled>{plan.active ? 'Limite do Plano Atingido' : 'Nenhum Plano Ativo'}</Button>
      {built.has('plans') && <TextLink to={paths.plans}>Ver Planos</TextLink>}
    </>
  );
};
