/** Where the screens are. Only people read addresses, so they are Portuguese. */
export const paths = {
  home: '/',
  register: '/register',
  login: '/login',
  dashboard: '/painel',
  agentForm: '/configuracao',
  connect: '/conectar-whatsapp',
  history: '/historico/:id',
  pauses: '/agente/:id/pausas',
  documents: '/documentos/:agenteId',
  keywordFiles: '/respostas-arquivo',
  profile: '/perfil',
  simulator: '/simulador',
  plans: '/planos',
  guide: '/documentacao',
  changePassword: '/alterar-senha',
  forgottenPassword: '/esqueci-senha',
  terms: '/termos',
  privacy: '/privacidade',
  support: '/suporte',
} as const;

export type Screen = keyof typeof paths;

/** The screens that are built. A link to any other is left out until its screen is here. */
export const built: ReadonlySet<Screen> = new Set<Screen>([
  'home',
  'register',
  'login',
  'dashboard',
  'agentForm',
  'connect',
  'history',
  'pauses',
  'documents',
  'keywordFiles',
  'profile',
  'simulator',
]);

export const agentFormOf = (agentId: number) => `${paths.agentForm}?id=${agentId}`;
export const connectOf = (agentId: number) => `${paths.connect}?id=${agentId}`;
export const historyOf = (agentId: number) => paths.history.replace(':id', String(agentId));
export const pausesOf = (agentId: number) => paths.pauses.replace(':id', String(agentId));
export const keywordFilesOf = (agentId: number) => `${paths.keywordFiles}?id=${agentId}`;
export const documentsOf = (agentId: number) => paths.documents.replace(':agenteId', String(agentId));
