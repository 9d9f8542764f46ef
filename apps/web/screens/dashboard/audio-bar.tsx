import { audioLevel } from '#core/domain/audio-usage.ts';
import { built, paths } from '../../paths.ts';
import { TextLink } from '../../ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Small } from '../../ui/page.tsx';

type AudioBarProps = { used: number; limit: number; unlimited: boolean };

/** Of a plan that hears no voice messages there is nothing to say. */
export const AudioBar = ({ used, limit, unlimited }: AudioBarProps) => {
  if (unlimited) {
    return (
      <Small>
        {label}: {used.toLocaleString('pt-BR')} (ilimitado)
      </Small>
    );
  }
  if (limit === 0) return null;
  const level = audioLevel({ used, limit });
  return (
    <Meter label={label} value={used} max={limit} look={level}>
      {level === 'reached' && (
        <p>
          <strong>Limite atingido</strong>{' '}
          {built.has('plans') && <TextLink to={paths.plans}>Ver planos</TextLink>}
        </p>
      )}
    </Meter>
  );
};

const label = 'Áudios transcritos no mês';
