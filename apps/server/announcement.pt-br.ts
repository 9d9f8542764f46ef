import type { Config } from './config.ts';

/** What the operator reads when the product is up: where it is, what is real and what is simulated. */
export const announcement = (config: Config, port: number): string => {
  const address = config.publicUrl.replace(/:0$/, `:${port}`);
  const lines = [
    `Prosa no ar em ${address}`,
    `  Banco de dados: ${config.databaseUrl ? 'PostgreSQL externo' : `PostgreSQL embutido, em ${config.dataDir}`}`,
    config.roles.has('gateway')
      ? `  WhatsApp: simulado (abra ${address}/simulador)`
      : '  WhatsApp: no processo com o papel gateway',
    config.openai
      ? `  Respostas: ${config.openai.baseUrl ?? 'OpenAI'}`
      : '  Respostas: respondedor offline, a partir das informações do negócio (defina OPENAI_API_KEY para usar um modelo)',
  ];
  if (config.roles.size < 3) lines.push(`  Papéis deste processo: ${[...config.roles].join(', ')}`);
  return lines.join('\n');
};
