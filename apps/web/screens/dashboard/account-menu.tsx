import { useNavigate } from 'react-router-dom';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { call } from '../../api.ts';
import { built, paths } from '../../paths.ts';
import { session } from '../../session.ts';
import { Icon } from '../../ui/icons.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';

export const AccountMenu = ({ name }: { name: string }) => {
  const navigate = useNavigate();
  // The server is told, but nobody is kept from leaving when it does not answer.
  const leave = () => {
    void call(accounts.logOut, {}).catch(() => {});
    session.end();
    navigate(paths.login);
  };
  return (
    <Menu
      label={`Conta de ${name.split(' ')[0]}`}
      trigger={
        <>
          <Icon name="user" />
          {name.split(' ')[0]}
          <Icon name="chevron" size={16} />
        </>
      }
    >
      <MenuItem icon="user" to={paths.profile}>
        Perfil
      </MenuItem>
      {built.has('plans') && (
        <MenuItem icon="check" to={`${paths.plans}?userid=${session.userId() ?? ''}`}>
          Ver Planos
        </MenuItem>
      )}
      {built.has('changePassword') && (
        <MenuItem icon="eye" to={paths.changePassword}>
          Alterar Senha
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem icon="power" onSelect={leave}>
        Sair
      </MenuItem>
    </Menu>
  );
};
