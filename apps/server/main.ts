import { openLog } from '#adapters/node/log.ts';
import { announcement } from './announcement.pt-br.ts';
import { readConfig, WrongConfiguration } from './config.ts';
import { startProduct } from './product.ts';

const closingMs = 20_000;

const main = async (): Promise<void> => {
  const config = readConfig();
  const log = openLog(config.logLevel);
  const product = await startProduct(config, log);
  console.log(announcement(config, product.port));

  let ending = false;
  const end = async (code: number) => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), closingMs).unref();
    await product.stop();
    process.exit(code);
  };
  process.on('SIGTERM', () => void end(0));
  process.on('SIGINT', () => void end(0));
  // Whatever state it left behind nobody knows: end in order where that still goes, and be started anew.
  process.on('uncaughtException', (err) => {
    log.error({ err }, 'uncaught');
    void end(1);
  });
};

try {
  await main();
} catch (error) {
  console.error(error instanceof WrongConfiguration ? error.message : error);
  process.exitCode = 1;
}
