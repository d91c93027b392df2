import { isJsonObject, type JsonObject } from '#shared/core/json.js';

/** Tolerant readers: what is not there, or not of the kind, gives the stand-in. */
export function objectAt(from: JsonObject, key: string): JsonObject {
  const value = from[key];
  return isJsonObject(value) ? value : {};
}

export function objectsAt(from: JsonObject, key: string): readonly JsonObject[] {
  const value = from[key];
  if (Array.isArray(value)) return value.filter(isJsonObject);
  return isJsonObject(value) ? Object.values(value).filter(isJsonObject) : [];
}

export function stringAt(from: JsonObject, key: string, standIn: string, longest = 1000): string {
  const value = from[key];
  return (typeof value === 'string' && value !== '' ? value : standIn).slice(0, longest);
}

export function numberAt(from: JsonObject, key: string, standIn: number): number {
  const value = from[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : standIn;
}

/** A whole number within the bounds. */
export function wholeAt(from: JsonObject, key: string, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.floor(numberAt(from, key, least))));
}

/** An integer id, or undefined. */
export function idOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

export function stringsAt(from: JsonObject, key: string): readonly string[] {
  const value = from[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
