import { agents } from '#adapters/http/contract/agents.ts';
import { notices } from '#adapters/http/contract/notices.ts';
import { whatsapp } from '#adapters/http/contract/whatsapp.ts';
import type { Agent } from '#core/domain/agent.ts';
import { call, detailOf } from '../../api.ts';
import { sayDone, sayFailed } from '../../ui/toast.tsx';

/** What an owner can do to an agent from its card. */
export type Deed = 'duplicate' | 'activate' | 'pause' | 'remove' | 'disconnect';

export const deedOn = (deed: Deed, { id, phone }: Pick<Agent, 'id'> & { phone: string }) => ({
  deed,
  id: String(id),
  phone,
});

/** Does it, says how it went; the router then asks for everything anew. */
export const carryOut = async (form: FormData): Promise<null> => {
  const [id, phone] = [Number(form.get('id')), String(form.get('phone'))];
  switch (form.get('deed')) {
    case 'duplicate':
      return attempt(
        call(agents.duplicate, { agentId: id }),
        'Agente duplicado com sucesso!',
        'Erro ao duplicar agente.',
      );
    case 'activate':
      return attempt(
        call(agents.setOnline, { agentId: id, online: true }),
        'Agente ativado com sucesso!',
        'Erro ao alterar status do agente.',
      );
    case 'pause':
      return attempt(
        call(agents.setOnline, { agentId: id, online: false }),
        'Agente pausado com sucesso!',
        'Erro ao alterar status do agente.',
      );
    case 'remove':
      return attempt(
        call(agents.remove, { agentId: id }),
        'Agente excluído com sucesso!',
        'Erro ao excluir agente.',
      );
    case 'disconnect':
      return attempt(
        call(whatsapp.disconnect, { phone, agentId: id }),
        'WhatsApp desconectado com sucesso.',
        'Erro ao desconectar WhatsApp.',
      );
    case 'dismiss-notice':
      return attempt(call(notices.dismiss, { noticeId: id }), null, 'Erro ao dispensar aviso.');
    default:
      return null;
  }
};

const attempt = async (done: Promise<unknown>, success: string | null, failure: string): Promise<null> => {
  try {
    await done;
    if (success) sayDone(success);
  } catch (problem) {
    sayFailed(failure, detailOf(problem));
  }
  return null;
};
