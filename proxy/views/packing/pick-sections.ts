import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';

/** A state by key. */
export type SectionedState = Readonly<Record<string, unknown>>;

/**
 * Only the asked sections of a state: its keys that hold lists or objects. What is small and of the whole game stays.
 * A name that is no section of this state fails with E105.
 */
export function pickSections(state: object, sections: readonly string[]): Result<SectionedState, Failure> {
  const all = Object.entries(state);
  const names = all.filter(([, value]) => isSection(value)).map(([name]) => name);
  const unknown = sections.find((section) => !names.includes(section));
  if (unknown !== undefined) {
    const message = `There is no section ${unknown}; there are: ${names.join(', ')}`;
    return fail(failure('E105', message, { path: 'data.sections' }));
  }
  return ok(Object.fromEntries(all.filter(([name, value]) => !isSection(value) || sections.includes(name))));
}

/** Whether a field of a state is a section, which can be picked and counted by itself. */
export function isSection(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
