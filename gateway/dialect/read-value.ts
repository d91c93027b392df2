import { isJsonObject, type JsonObject } from '#shared/core/json.js';

/** The object in a field; an empty one when the field is missing or something else. The functions below are as tolerant. */
export function objectAt(from: JsonObject, key: string): JsonObject {
  const value = from[key];
  return isJsonObject(value) ? value : {};
}

/** The objects in a field that holds an array or an object of objects. */
export function objectsAt(from: JsonObject, key: string): readonly JsonObject[] {
  const value = from[key];
  if (Array.isArray(value)) return value.filter(isJsonObject);
  return isJsonObject(value) ? Object.values(value).filter(isJsonObject) : [];
}

/** The text in a field, cut to `maxChars`; `fallback` when it is missing or empty. */
export function stringAt(from: JsonObject, key: string, fallback: string, maxChars = 1000): string {
  const value = from[key];
  return (typeof value === 'string' && value !== '' ? value : fallback).slice(0, maxChars);
}

/** The finite number in a field, else `fallback`. */
export function numberAt(from: JsonObject, key: string, fallback: number): number {
  const value = from[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

/** The number in a field as a whole number within the bounds; `min` when it is missing. */
export function wholeAt(from: JsonObject, key: string, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.floor(numberAt(from, key, min))));
}

/** An integer id, or undefined. */
export function idOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** The texts in a field that holds an array. */
export function stringsAt(from: JsonObject, key: string): readonly string[] {
  const value = from[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
