import { useState } from 'react';
import { agentFormOf, connectOf, historyOf, pausesOf } from '../../paths.ts';
import { AlertDialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import type { ShownAgent } from './agent-card.tsx';
import type { Deed } from './agent-deeds.ts';
import { deedOn } from './agent-deeds.ts';
import { SiteCode } from './site-code.tsx';

type AgentMenuProps = { agent: ShownAgent; submit: (deed: ReturnType<typeof deedOn>) => void };

export const AgentMenu = ({ agent, submit }: AgentMenuProps) => {
  const [asking, setAsking] = useState<'remove' | 'disconnect' | 'code' | null>(null);
  const ask = (deed: Deed) => submit(deedOn(deed, agent));
  const close = () => setAsking(null);
  /** Not connected, but its keys are kept: it can be left for good, too. */
  const stopped = agent.connection.paired && agent.connection.problem !== null;
  const confirm = (deed: Deed) => {
    close();
    ask(deed);
  };
  return (
    <>
      <Menu label={`Ações de ${agent.name}`} trigger={<Icon name="dots" />}>
        <MenuItem icon="pencil" to={agentFormOf(agent.id)}>
          Editar
        </MenuItem>
        <MenuItem icon="copy" onSelect={() => ask('duplicate')}>
          Duplicar
        </MenuItem>
        {agent.online ? (
          <MenuItem icon="pause" onSelect={() => ask('pause')}>
            Pausar agente
          </MenuItem>
        ) : (
          <MenuItem icon="power" onSelect={() => ask('activate')}>
            Ativar agente
          </MenuItem>
        )}
        <MenuItem icon="user" to={pausesOf(agent.id)}>
          Números pausados
        </MenuItem>
        {agent.whatsapp === 'disconnected' && (
          <MenuItem icon="link" to={connectOf(agent.id)}>
            Conectar WhatsApp
          </MenuItem>
        )}
        {(agent.whatsapp !== 'disconnected' || stopped) && (
          <MenuItem icon="unlink" onSelect={() => setAsking('disconnect')}>
            Desconectar WhatsApp
          </MenuItem>
        )}
        <MenuItem icon="code" onSelect={() => setAsking('code')}>
          Código para o site
        </MenuItem>
        <MenuItem icon="history" to={historyOf(agent.id)}>
          Histórico
        </MenuItem>
        <MenuLine />
        <MenuItem icon="trash" danger onSelect={() => setAsking('remove')}>
          Excluir
        </MenuItem>
      </Menu>
      <AlertDialog
        open={asking === 'remove'}
        onClose={close}
        title={`Excluir ${agent.name}`}
        verb="Excluir agente"
        onConfirm={() => confirm('remove')}
      >
        <p>Tem certeza que deseja excluir este agente? Esta ação não pode ser desfeita.</p>
      </AlertDialog>
      <AlertDialog
        open={asking === 'disconnect'}
        onClose={close}
        title="Desconectar WhatsApp"
        verb="Desconectar"
        onConfirm={() => confirm('disconnect')}
      >
        <p>
          {agent.name} deixa de receber e responder mensagens até você conectar de novo. O histórico continua
          guardado.
        </p>
      </AlertDialog>
      <SiteCode agent={agent} open={asking === 'code'} onClose={close} />
    </>
  );
};
