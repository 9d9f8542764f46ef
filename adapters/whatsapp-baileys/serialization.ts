import './silence.ts';
import { type AuthenticationCreds, BufferJSON, proto, type SignalDataTypeMap } from '@whiskeysockets/baileys';

/** Keys and credentials hold bytes, which plain JSON would turn into objects that libsignal does not take. */
export const toText = (value: unknown): string => JSON.stringify(value, BufferJSON.replacer);

export const credentialsFrom = (text: string): AuthenticationCreds => JSON.parse(text, BufferJSON.reviver);

export const keyFrom = <Type extends keyof SignalDataTypeMap>(
  type: Type,
  text: string,
): SignalDataTypeMap[Type] => {
  const value = JSON.parse(text, BufferJSON.reviver);
  // The library asks for an instance, not for something that looks like one.
  if (type === 'app-state-sync-key') return proto.Message.AppStateSyncKeyData.create(value) as typeof value;
  return value;
};
