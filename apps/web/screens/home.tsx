import { paths } from '../paths.ts';
import { session } from '../session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Hero } from '../ui/hero.tsx';
import { TopBar } from '../ui/page.tsx';

export const Component = () => (
  <>
    <TopBar home={paths.home}>
      {session.token() !== null && (
        <ButtonLink look="quiet" to={paths.dashboard}>
          Meu painel
        </ButtonLink>
      )}
    </TopBar>
    <Hero
      title="Seus clientes respondidos no WhatsApp, dia e noite."
      lead="A Prosa cria um agente de inteligência artificial que atende os clientes do seu negócio com as informações que você escreve: serviços, preços, horários e formas de pagamento."
      note="7 dias grátis, sem cartão e sem compromisso."
      question="Oi! Vocês atendem no sábado? Quanto fica corte e escova?"
      answer="Oi! Atendemos no sábado, das 9h às 18h. Corte com escova fica R$ 90, no Pix ou no cartão. Te esperamos!"
    >
      <ButtonLink to={paths.register}>Criar conta</ButtonLink>
      <ButtonLink look="quiet" to={paths.login}>
        Entrar
      </ButtonLink>
    </Hero>
  </>
);
