import { audioLevel } from '#core/domain/audio-usage.ts';
import { built, paths } from '../../paths.ts';
import { TextLink } from '../../ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';

export const AudioBar = ({ used, limit }: { used: number; limit: number }) => {
  const level = audioLevel({ used, limit });
  return (
    <Meter label="Áudios transcritos no mês" value={used} max={limit} look={level}>
      {level === 'reached' && (
        <p>
          <strong>Limite atingido</strong>{' '}
          {built.has('plans') && <TextLink to={paths.plans}>Ver planos</TextLink>}
        </p>
      )}
    </Meter>
  );
};
