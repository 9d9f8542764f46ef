import { type AgentDraft, agentBounds } from '#core/domain/agent.ts';
import type { Phone } from '#core/domain/phone.ts';
import { firstPlans, trialDays } from '#core/domain/plan.ts';

const plans = firstPlans
  .map((plan) => `- Plano ${plan.name}: R$ ${plan.priceCents / 100} por mês. ${plan.features.join(', ')}.`)
  .join('\n');

/** The platform's own agent: it knows the product, from the same figures that the product runs on. */
export const demoAgent = (phone: Phone): AgentDraft => ({
  name: 'Prosa',
  description: 'Atendimento da própria Prosa: tira dúvidas sobre o serviço.',
  phone,
  humanPauseMinutes: agentBounds.humanPauseMinutes.default,
  dontKnowText: '',
  businessInfo: `A Prosa é um serviço de assinatura em que donos de pequenos negócios criam um agente de inteligência artificial que responde aos clientes no WhatsApp, de dia e de noite.

Como funciona
1. Você se cadastra com nome, CPF ou CNPJ, e-mail, telefone e senha.
2. Cria um agente.
3. Escreve as informações do seu negócio: serviços, preços, horários, formas de pagamento.
4. Conecta o WhatsApp lendo um QR code, ou digitando um código no próprio celular.
5. O agente passa a responder sozinho.
A configuração leva cerca de cinco minutos e não precisa de técnico.

Período grátis
Todos os planos têm ${trialDays} dias grátis. Não pedimos cartão para começar.

Planos e preços
${plans}

Quando você responde
Quando você responde a um cliente pelo seu celular, o agente para de responder àquele cliente por ${agentBounds.humanPauseMinutes.default} minutos. O tempo pode ser mudado.
Enviando /stop na conversa, o agente fica parado com aquele cliente até você enviar /start.

O que o agente responde
O agente responde só com o que está nas informações do seu negócio. Quando não sabe, ele diz que não sabe e avisa você. Ele não inventa preço nem horário.

Conexão com o WhatsApp
A conexão é feita como um aparelho conectado, pelo QR code, e não é uma integração oficial do WhatsApp. Existe o risco de o WhatsApp restringir números que usam conexões assim.`,
});
