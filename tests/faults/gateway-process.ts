import { startBaileysGateway } from './baileys-gateway.ts';

const [databaseUrl = '', whatsappUrl = '', processId = ''] = process.argv.slice(2);

/** A gateway in a process of its own, for killing. */
await startBaileysGateway({
  databaseUrl,
  whatsappUrl,
  processId,
  failed: (error) => console.error(error instanceof Error ? error.message : error),
});
