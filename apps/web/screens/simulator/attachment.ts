/** A file's bytes as base64, as the simulator takes them. */
export const base64Of = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

const unknownLengthSeconds = 5;

/** How long a recording lasts; what this browser cannot decode counts as short. */
export const secondsOf = async (audio: Blob): Promise<number> => {
  try {
    const { duration } = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(
      await audio.arrayBuffer(),
    );
    return Math.ceil(duration);
  } catch {
    return unknownLengthSeconds;
  }
};
