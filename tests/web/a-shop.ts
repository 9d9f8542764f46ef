import { accounts } from '#adapters/http/contract/accounts.ts';
import { agents } from '#adapters/http/contract/agents.ts';
import { notices } from '#adapters/http/contract/notices.ts';
import { plans } from '#adapters/http/contract/plans.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import type { Handler } from './pretend-server.ts';
import { on } from './pretend-server.ts';

export type ShownAgent = Answered<typeof agents.find>;
export type CurrentPlan = Answered<typeof plans.current>;

export const bia = {
  name: 'Bia Ferreira',
  phone: '5511987654321',
  email: 'bia@salao.com.br',
  taxId: '52998224725',
  timeZone: 'America/Manaus',
};

export const salon = (change: Partial<ShownAgent> = {}): ShownAgent => ({
  id: 7,
  name: 'Salão da Bia',
  description: 'Atende o salão',
  businessInfo: 'Corte R$ 70.',
  dontKnowText: '',
  model: 'gpt-3.5-turbo',
  phone: '5511987654321',
  humanPauseMinutes: 10,
  humanPauseMinutesAgain: 10,
  online: true,
  whatsapp: 'connected',
  createdAt: new Date('2026-11-01T12:00:00Z'),
  ...change,
});

export const trial: CurrentPlan = {
  id: 2,
  name: 'Profissional',
  active: true,
  agentLimit: 3,
  documentsPerAgent: 5,
  keywordFilesPerAgent: 10,
  audiosPerMonth: 150,
  status: 'trial',
  endsAt: new Date('2026-11-29T02:30:00Z'),
};

export type ShownConnection = Answered<typeof agents.list>[number]['connection'];

export const untroubled: ShownConnection = { paired: false, problem: null, sentence: null, until: null };

type Shop = {
  plan?: CurrentPlan;
  list?: ShownAgent[];
  audio?: Answered<typeof agents.audioUsage>;
  stats?: Answered<typeof agents.stats>;
  connection?: Partial<ShownConnection>;
  warnings?: Answered<typeof notices.list>;
};

const idle = { sent: 0, received: 0, contacts: 0, lastInteractionAt: null };

/** Everything a dashboard asks for. */
export const shop = ({
  plan = trial,
  list = [salon()],
  audio,
  stats = idle,
  connection = {},
  warnings = [],
}: Shop = {}): Handler[] => [
  on(accounts.profile, () => bia),
  on(plans.current, () => plan),
  on(agents.list, () =>
    list.map((agent) => ({
      ...agent,
      connection: { ...untroubled, ...connection },
      stats,
      audio: audio ?? { used: 0, limit: 0, unlimited: false },
    })),
  ),
  on(notices.list, () => warnings),
];
