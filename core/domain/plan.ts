/** A plan as sold. Limits count per account, or per agent where the name says so; null means without limit. */
export type Plan = {
  readonly id: number;
  readonly name: string;
  readonly priceCents: number;
  readonly description: string;
  readonly popular: boolean;
  readonly agentLimit: number;
  readonly documentsPerAgent: number;
  readonly audiosPerMonth: number | null;
  readonly keywordFilesPerAgent: number;
  readonly features: readonly string[];
};

/** On every plan, and without a card (contract §4). */
export const trialDays = 7;

/** The plans every database starts with (contract §4); an operator may change their prices and texts later. */
export const firstPlans: readonly Plan[] = [
  {
    id: 1,
    name: 'Starter',
    priceCents: 4_900,
    description: 'Para começar a atender no automático.',
    popular: false,
    agentLimit: 1,
    documentsPerAgent: 1,
    audiosPerMonth: 0,
    keywordFilesPerAgent: 3,
    features: ['1 agente', '1 documento', 'Agendamentos', 'Chat para o seu site'],
  },
  {
    id: 2,
    name: 'Profissional',
    priceCents: 6_900,
    description: 'Para quem atende o dia todo e quer responder áudios.',
    popular: true,
    agentLimit: 3,
    documentsPerAgent: 5,
    audiosPerMonth: 150,
    keywordFilesPerAgent: 10,
    features: [
      'Até 3 agentes',
      'Até 5 documentos por agente',
      'Até 150 respostas a áudios por mês',
      'Agendamentos',
      'Chat para o seu site',
    ],
  },
  {
    id: 3,
    name: 'Premium',
    priceCents: 9_900,
    description: 'Para equipes e mais de uma unidade.',
    popular: false,
    agentLimit: 10,
    documentsPerAgent: 10,
    audiosPerMonth: null,
    keywordFilesPerAgent: 30,
    features: [
      'Até 10 agentes',
      'Até 10 documentos por agente',
      'Respostas a áudios sem limite',
      'Suporte VIP',
      'Relatórios completos',
    ],
  },
];

/** The plan of a trial whose visitor chose none. */
export const defaultTrialPlanId = 2;
